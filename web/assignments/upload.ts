import { type Upload, uploadPart, uploads } from '../../contract/uploads.ts'
import { CallError, readAnswer } from '../call.ts'
import { readToken } from '../session/token.ts'

/** Sends a file; tells how much of it is gone, 0 to 1. Not by fetch, which does not tell. @throws CallError */
export function upload(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Upload> {
  const form = new FormData()
  form.append(uploadPart, file, file.name)
  const request = new XMLHttpRequest()
  request.open(uploads.create.method, uploads.create.path)
  const token = readToken()
  if (token) request.setRequestHeader('authorization', token)
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status, statusText: request.statusText })
      resolve(readAnswer(response, token) as Promise<Upload>)
    }
    request.onerror = () => reject(new CallError('offline', 0, 'No answer from the server.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
