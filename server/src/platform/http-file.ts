import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/failures.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from './http-call.ts'

/** The largest file that any upload takes; each import may ask for less. */
export const largestUpload = 2 * 1024 ** 3

/**
 * The file of a call with `body: 'file'`, raw or as multipart field `file`, and the form fields that came before it
 * (UPLOAD-07, UPLOAD-08). The file is a stream from its first byte; nothing is buffered.
 */
export async function uploadedFile(
  request: FastifyRequest,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  if (request.isMultipart()) return await fromMultipart(request)
  const length = Number(request.headers['content-length'])
  const known = Number.isSafeInteger(length) && length >= 0
  if (known && length > largestUpload) fail('request.too_large')
  const query = request.query
  const named = typeof query === 'object' && query !== null && 'fileName' in query ? String(query.fileName) : ''
  return {
    file: {
      name: named,
      mediaType: mediaTypeOf(request.headers['content-type']),
      length: known ? length : null,
      stream: request.body instanceof Readable ? request.body : request.raw,
    },
    fields: {},
  }
}

async function fromMultipart(
  request: FastifyRequest,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  const limits = { fileSize: largestUpload, files: 1, fields: 20, fieldSize: 200_000 }
  // What breaks here is the form, whatever error the parser has for it.
  const part = await request.file({ limits }).catch(() => fail('request.malformed', { message: 'The form is broken' }))
  if (!part) return fail('request.malformed', { message: 'The form holds no file' })
  if (part.fieldname !== 'file') {
    part.file.resume()
    return fail('request.malformed', { message: 'The form must carry the file in the field file' })
  }
  return {
    file: { name: part.filename, mediaType: mediaTypeOf(part.mimetype), length: null, stream: part.file },
    fields: textFields(part),
  }
}

function textFields(part: MultipartFile): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(part.fields)) {
    if (Array.isArray(field)) return fail('request.malformed', { message: `The form names ${name} twice` })
    if (field?.type === 'field') fields[name] = field.value
  }
  return fields
}

function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
