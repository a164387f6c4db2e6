/** In px: more than the product ever shows of a picture of a course or a playlist, on a sharp screen. */
const MOST = 1280
/** In bytes: a smaller file is uploaded unchanged, so that a drawing stays sharp and an animation moves. */
const SMALL = 300_000

/**
 * A picture for upload: a large one is scaled down, because everyone in the course loads it, and loses the camera's
 * metadata, such as the place. Undefined: this browser cannot show the file as a picture.
 */
export async function smallPicture(file: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, MOST / bitmap.width, MOST / bitmap.height)
  if (scale === 1 && file.size <= SMALL) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  // A browser that cannot write WebP writes PNG.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.85))
  if (!blob || blob.size >= file.size) return file
  const name = file.name.replace(/\.[^.]*$/, '')
  return new File([blob], `${name}.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type })
}
