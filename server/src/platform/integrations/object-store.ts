import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { BootFailure, hasCode } from '../runtime/boot-failure.ts'

/** Bucket of an S3-compatible service. */
export interface ObjectStoreSettings {
  /** Without trailing slash. */
  url: string
  region: string
  bucket: string
  keyId: string
  secret: string
}

export interface StoredObject {
  key: string
  bytes: number
}

/** Part of an upload that the service has stored. */
export interface UploadedPart {
  number: number
  tag: string
}

/** Errors are BootFailures, or `UploadGone`. */
export interface ObjectStore {
  list: (prefix: string) => Promise<StoredObject[]>
  put: (key: string, bytes: Buffer) => Promise<void>
  get: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
  /** An upload in parts appears under its key only when it is completed. */
  beginUpload: (key: string) => Promise<string>
  uploadPart: (key: string, uploadId: string, number: number, bytes: Buffer) => Promise<UploadedPart>
  completeUpload: (key: string, uploadId: string, parts: readonly UploadedPart[]) => Promise<void>
  abandonUpload: (key: string, uploadId: string) => Promise<void>
  close: () => void
}

/** The service no longer has this upload in parts. */
export class UploadGone extends Error {}

const connectMs = 10_000
/** Of one request, such as a part of an upload. */
const requestMs = 300_000

/**
 * Opens a bucket. The client is imported here because it takes 36 MB of memory, which processes without a bucket save
 * (decision 178). It never follows a redirect to another host (P-46).
 */
export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint: settings.url,
    region: settings.region,
    credentials: { accessKeyId: settings.keyId, secretAccessKey: settings.secret },
    forcePathStyle: true,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
    // Other services than AWS may not know these checksums; `Content-MD5` works everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const { bucket: Bucket } = settings
  const inWords = async <Answer>(request: Promise<Answer>): Promise<Answer> => {
    try {
      return await request
    } catch (error) {
      throw explained(error, settings)
    }
  }
  return {
    list: async (prefix) => {
      const found: StoredObject[] = []
      let from: string | undefined
      do {
        const page = await inWords(
          client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: from })),
        )
        for (const { Key, Size } of page.Contents ?? []) if (Key) found.push({ key: Key, bytes: Size ?? 0 })
        from = page.NextContinuationToken
      } while (from)
      return found
    },
    put: async (Key, Body) => {
      await inWords(client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5Of(Body) })))
    },
    get: async (Key) => {
      const { Body } = await inWords(client.send(new s3.GetObjectCommand({ Bucket, Key })))
      if (!(Body instanceof Readable)) throw new Error('The storage sent no body')
      return Body
    },
    remove: async (Key) => {
      await inWords(client.send(new s3.DeleteObjectCommand({ Bucket, Key })))
    },
    beginUpload: async (Key) => {
      const { UploadId } = await inWords(client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key })))
      if (!UploadId) throw new Error('The storage named no upload')
      return UploadId
    },
    uploadPart: async (Key, UploadId, PartNumber, Body) => {
      const { ETag } = await inWords(
        client.send(new s3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentMD5: md5Of(Body) })),
      )
      if (!ETag) throw new Error('The storage named no part')
      return { number: PartNumber, tag: ETag }
    },
    completeUpload: async (Key, UploadId, parts) => {
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }))
      await inWords(
        client.send(new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })),
      )
    },
    abandonUpload: async (Key, UploadId) => {
      await inWords(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
    },
    close: () => client.destroy(),
  }
}

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')

const refusals = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'Forbidden', 'ExpiredToken']

/** Sentence for the operator. Never quotes the answer, which may contain the key. */
function explained(error: unknown, { url, bucket }: ObjectStoreSettings): Error {
  const name = error instanceof Error ? error.name : ''
  const status = statusOf(error)
  if (name === 'NoSuchUpload') return new UploadGone()
  if (name === 'NoSuchBucket') return new BootFailure(`The storage at ${url} has no bucket ${bucket}.`)
  if (name === 'NoSuchKey')
    return new BootFailure(`The file is no longer in bucket ${bucket} of the storage at ${url}.`)
  if (refusals.includes(name) || status === 401 || status === 403)
    return new BootFailure(
      `The storage at ${url} refuses access to bucket ${bucket} (${name || status}). Check BACKUP_S3_KEY_ID and BACKUP_S3_SECRET, and the rights of that key.`,
    )
  if (status !== null) return new BootFailure(`The storage at ${url} answers with an error (${name}, ${status}).`)
  const why = hasCode(error, 'ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT') ? '' : ` (${name})`
  return new BootFailure(`The storage at ${url} does not answer${why}.`)
}

/** HTTP status of an answer; null when there was none. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { $metadata: metadata } = error
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}
