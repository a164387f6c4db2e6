export const join = {}
