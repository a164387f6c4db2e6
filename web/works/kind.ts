/** A file to show: a submitted one, or one from an archive. */
export interface WorkFile {
  name: string
  /** Its size; 0 if unknown. */
  bytes: number
  /** The media type that the server found in its bytes; '' if unknown, as for a file from an archive. */
  type: string
  /** An address that opens it without a header. */
  address: string
  /** Its path in an archive. */
  path?: string
  /** Its bytes, if the browser has them. */
  data?: Blob
}

export type WorkKind =
  | 'pdf'
  | 'picture'
  | 'video'
  | 'sound'
  | 'markdown'
  | 'notebook'
  | 'code'
  | 'sheet'
  | 'archive'
  | 'other'

/**
 * Kinds by the end of the name: those that only the name reveals, and files in an archive, which the server does not
 * know.
 */
const byName: [RegExp, WorkKind][] = [
  [/\.(md|markdown)$/i, 'markdown'],
  [/\.ipynb$/i, 'notebook'],
  [/\.(csv|tsv|xlsx)$/i, 'sheet'],
  [/\.(zip|jar)$/i, 'archive'],
  [/\.pdf$/i, 'pdf'],
  [/\.(png|jpe?g|gif|webp|avif|bmp)$/i, 'picture'],
  [/\.(mp4|webm|mov|m4v)$/i, 'video'],
  [/\.(mp3|m4a|wav|ogg|opus|flac)$/i, 'sound'],
  [
    /\.(txt|log|py|java|c|h|cc|cpp|cxx|hpp|hh|[cm]?[jt]sx?|sql|html?|xml|svg|css|json|ya?ml|toml|ini|cfg|sh|bat|ps1|go|rs|rb|php|kt|swift|r|m|tex|asm|s|v|vhdl?|cs|hs|ml|pl|lua|dart|scala|gradle|properties|env|gitignore|diff|patch)$|^(makefile|dockerfile|readme|license)$/i,
    'code',
  ],
]

/**
 * The kind of a file by the media type that the server found in its bytes; where that is missing or says only text or
 * zip, by its name. Files that a browser would run show as source.
 */
export function kindOf({ name, type }: Pick<WorkFile, 'name' | 'type'>): WorkKind {
  const named = byName.find(([pattern]) => pattern.test(name))?.[1]
  const found = type.split(';')[0] ?? ''
  if (found === '' || found === 'application/octet-stream') return named ?? 'other'
  if (found === 'application/pdf') return 'pdf'
  if (found === 'image/svg+xml') return 'code'
  if (found.startsWith('image/')) return 'picture'
  if (found.startsWith('video/')) return 'video'
  if (found.startsWith('audio/')) return 'sound'
  if (found.endsWith('spreadsheetml.sheet')) return 'sheet'
  if (found === 'application/zip' || found === 'application/java-archive') return 'archive'
  if (found.startsWith('text/') || /[/+](json|xml)$/.test(found))
    return named === 'markdown' || named === 'notebook' || (named === 'sheet' && !/\.xlsx$/i.test(name))
      ? named
      : 'code'
  return 'other'
}
