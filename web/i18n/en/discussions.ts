export const discussions = {}
