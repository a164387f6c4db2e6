export const contents = {}
