/* The encodings of a CSV. Apart from the schemas, which the thread that reads a file need not load. */

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-874', 'windows-1252'] as const
export const separators = [',', ';', '\t', '|'] as const
