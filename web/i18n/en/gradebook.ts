export const gradebook = {}
