import { fail } from '@coverdesk/domain/fail.ts'
import { photoLimits } from '@coverdesk/domain/profile/own-photo-contract.ts'
import sharp from 'sharp'
import type { UploadedFile } from '../platform/http/http-call.ts'
import { readChunks } from '../platform/http/http-file.ts'
import { limitConcurrency } from '../platform/runtime/limit-concurrency.ts'

/** Only readers of these formats are enabled: no SVG, PDF, TIFF or other formats of libvips. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

/** Decoding takes up to 100 MB for the largest photo, so one runs at a time, in the thread pool. */
const oneAtATime = limitConcurrency({ concurrency: 1, maxQueue: 8 })
const maxSeconds = 10

/** Signatures of accepted formats: JPEG, PNG, GIF, WebP, AVIF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the signature of PNG has one
const beginnings = /^(\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp(avif|mif1))/
/** Markers of HTML and SVG: a file that is also a page is refused, although only its pixels would be stored. */
const page = /<script|<!doctype|<html[\s>]|<\?php\s|<svg\s+xmlns|<svg[\s/]+on/i

/** Reads the uploaded bytes; stops when the limit is exceeded, before they are in memory (P-49). */
export async function photoBytes({ length, stream }: UploadedFile): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  const refuse = () => {
    // Discard the rest unread so that the client receives the response.
    stream.resume()
    return fail('photo.too_large')
  }
  if (length !== null && length > photoLimits.bytes) return refuse()
  for await (const piece of readChunks(stream)) {
    size += piece.length
    if (size > photoLimits.bytes) return refuse()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Stored form of a photo: an upright 256-pixel square PNG, cropped to the most detailed area, without location, time
 * and camera data. Refuses content that is not an image, and too many pixels before decoding (P-52).
 */
export async function photoPng(file: Buffer): Promise<Buffer> {
  const text = file.toString('latin1')
  if (!beginnings.test(text.slice(0, 16)) || page.test(text)) return fail('photo.not_an_image')
  return await oneAtATime(async () => {
    const { width, height } = await metadataOf(file)
    if (width * height > photoLimits.pixels) return fail('photo.too_large')
    try {
      return await open(file)
        .autoOrient()
        .resize(photoLimits.side, photoLimits.side, { fit: 'cover', position: 'attention' })
        .toColourspace('srgb')
        .png({ compressionLevel: 9 })
        .timeout({ seconds: maxSeconds })
        .toBuffer()
    } catch {
      return fail('photo.not_an_image')
    }
  })
}

const open = (file: Buffer) =>
  sharp(file, { limitInputPixels: photoLimits.pixels, failOn: 'error', pages: 1, sequentialRead: true })

async function metadataOf(file: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await open(file).metadata()
    return { width, height }
  } catch (error) {
    return fail(error instanceof Error && /pixel limit/.test(error.message) ? 'photo.too_large' : 'photo.not_an_image')
  }
}
