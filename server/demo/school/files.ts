import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

const folder = join(import.meta.dirname, '../files')

const mediaTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.txt': 'text/plain',
  '.csv': 'text/plain',
  '.py': 'text/plain',
  '.vtt': 'text/vtt',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.m4a': 'audio/mp4',
}

export interface DemoFile {
  bytes: Buffer
  mediaType: string
  sha256: Buffer
}

/** The files of `server/demo/files` that courses hold, by name. */
export async function readDemoFiles(): Promise<Map<string, DemoFile>> {
  const names = (await readdir(folder)).filter((name) => mediaTypes[extname(name)])
  const read = async (name: string): Promise<[string, DemoFile]> => {
    const bytes = await readFile(join(folder, name))
    const sha256 = createHash('sha256').update(bytes).digest()
    return [name, { bytes, sha256, mediaType: mediaTypes[extname(name)] as string }]
  }
  return new Map(await Promise.all(names.map(read)))
}
