export const assignments = {}
