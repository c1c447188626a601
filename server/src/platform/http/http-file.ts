import { Readable } from 'node:stream'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import type { FormBody } from '@coverdesk/domain/platform/route.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FormFile, UploadedFile } from './http-call.ts'

/** Maximum size of any upload; an import may set a lower one. */
export const maxUploadBytes = 2 * 1024 ** 3

/**
 * File of a route with `body: 'file'`, raw or as the multipart field `file`, and the form fields before it
 * (UPLOAD-07, UPLOAD-08). Streams the file without buffering.
 */
export async function uploadedFile(
  request: FastifyRequest,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  if (request.isMultipart()) return await fromMultipart(request)
  const length = Number(request.headers['content-length'])
  const known = Number.isSafeInteger(length) && length >= 0
  if (known && length > maxUploadBytes) fail('request.too_large')
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
  const limits = { fileSize: maxUploadBytes, files: 1, fields: 20, fieldSize: 200_000 }
  // The parser has many errors for a malformed form.
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

/** Chunks of an upload. Fails with `upload.broken_off` when the connection or the form ends before the file does. */
export async function* readChunks(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) if (Buffer.isBuffer(piece)) yield piece
  } catch (cause) {
    fail('upload.broken_off', { cause })
  }
}

/** Bytes allowed for text fields, boundaries and part headers. */
const maxFormText = 200_000

/**
 * Fields of a form and its optional file. Rejects a file above `largest` bytes by its Content-Length, or else after
 * reading `largest` bytes, and never buffers more than that (P-49).
 */
export async function formOf(
  request: FastifyRequest,
  { form: { file, largest } }: FormBody,
): Promise<{ fields: Record<string, unknown>; file: FormFile | null }> {
  if (!request.isMultipart()) return fail('request.unsupported_media', { message: 'Send this as a multipart form' })
  if (Number(request.headers['content-length']) > largest + maxFormText) return tooLarge(largest)
  const limits = { fileSize: largest + 1, files: 1, fields: 20, fieldSize: maxFormText, parts: 21 }
  const fields: Record<string, unknown> = {}
  let formFile: FormFile | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== file) {
          part.file.resume()
          return broken(`The form holds a file in another field than ${file}`)
        }
        const content = (await readUpTo(part.file, largest)) ?? tooLarge(largest)
        // Browsers send an empty, unnamed file when none was chosen.
        if (part.filename || content.length > 0)
          formFile = { name: part.filename, mediaType: mediaTypeOf(part.mimetype), content }
      } else if (Object.hasOwn(fields, part.fieldname)) return broken(`The form names ${part.fieldname} twice`)
      else if (part.valueTruncated) return tooLarge(largest)
      else fields[part.fieldname] = part.value
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    // The parser has many errors for a malformed form.
    return broken('The form is broken')
  }
  return { fields, file: formFile }
}

/** Reads a stream up to a limit; returns null above it and drains the rest, so that the client receives the response. */
async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of readChunks(stream)) {
    size += piece.length
    if (size > maxBytes) {
      stream.resume()
      return null
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const broken = (message: string) => fail('request.malformed', { message })
const tooLarge = (largest: number) =>
  fail('request.too_large', { message: `The file may be at most ${largest / 1024 ** 2} MB` })

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
