export const meetings = {}
