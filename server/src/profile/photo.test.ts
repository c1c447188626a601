import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { ownPhoto } from '@coverdesk/domain/profile/own-photo-contract.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
let pat: Person
beforeEach(async () => {
  agency = await startTestApp()
  pat = await agency.person({ roles: ['agent'] })
})
afterEach(() => agency.close())

const picture = (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 40 } } })
const send = (text: string | Buffer, name = 'me.jpg', type = 'image/jpeg') =>
  pat.call(ownPhoto.setPhoto, {}, { text, name, type })
const storedPhoto = async (): Promise<Buffer> => {
  const answer = await pat.call(ownPhoto.photo, {})
  const [head, data] = (answer?.photo ?? '').split(',')
  expect(head).toBe('data:image/png;base64')
  return Buffer.from(data ?? '', 'base64')
}
const refusal = { code: 'photo.not_an_image', status: 400 }
const tooLarge = { code: 'photo.too_large', status: 413 }

/** A PNG chunk with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
function crc32(bytes: Buffer): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  return ~crc >>> 0
}
/** A single-color PNG of any size: one bit per pixel, so that 196 megapixels compress to 24 kB. */
function blankPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('own photo', () => {
  test('PROFILE-14 without a photo the response is 204, after an upload it is base64 png data, visible only to the user', async () => {
    const other = await agency.person({ roles: ['agent'] })
    const before = await agency.app.inject({
      url: '/api/user/photo',
      headers: { authorization: `Bearer ${pat.token}` },
    })
    expect([before.statusCode, before.body]).toEqual([204, ''])
    await send(await picture().jpeg().toBuffer())
    expect(await sharp(await storedPhoto()).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
    expect(await other.call(ownPhoto.photo, {})).toBeNull()
    await pat.call(ownPhoto.removePhoto, {})
    expect(await pat.call(ownPhoto.photo, {})).toBeNull()
  })

  test('PROFILE-11 it is uploaded as the multipart field file, or raw', async () => {
    const image = await picture(300, 300).webp().toBuffer()
    const multipart = await agency.app.inject({
      method: 'POST',
      url: '/api/user/photo',
      headers: { authorization: `Bearer ${pat.token}`, 'content-type': 'multipart/form-data; boundary=frontier' },
      payload: Buffer.concat([
        Buffer.from(
          '--frontier\r\ncontent-disposition: form-data; name="file"; filename="me.webp"\r\ncontent-type: image/webp\r\n\r\n',
        ),
        image,
        Buffer.from('\r\n--frontier--\r\n'),
      ]),
    })
    expect(multipart.statusCode, multipart.body).toBe(200)
    const asForm = await storedPhoto()
    await send(image, 'me.webp', 'image/webp')
    expect(await storedPhoto()).toEqual(asForm)
  })

  test('PROFILE-13 JPEG, PNG, WebP, GIF and AVIF are accepted, whatever type they declare', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
      await send(await picture(90, 60).toFormat(format).toBuffer(), 'photo.txt', 'application/octet-stream')
      expect((await sharp(await storedPhoto()).stats()).channels[0]?.mean, format).toBeGreaterThan(150)
    }
  })

  test('P-52 it is rotated upright, and location, time and camera are removed', async () => {
    const original = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 200, height: 200, channels: 3, background: '#000' } }, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'Canary Camera', DateTime: '2026:01:02 03:04:05' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '25/1 46/1 26/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '80/1 11/1 38/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(original.includes('Canary Camera')).toBe(true)
    await send(original)
    const png = await storedPhoto()
    const { exif, icc, xmp, iptc, orientation } = await sharp(png).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(png.includes('Canary')).toBe(false)
    // Black was at the left; after a quarter turn to the right it is at the top.
    const { data } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect([data[128 * 1 + 10 * 256], data[128 + 250 * 256]].map((value) => (value ?? 0) > 128)).toEqual([false, true])
  })

  test('PROFILE-13 P-52 content that is not an image is refused, and the previous photo stays', async () => {
    await send(await picture().png().toBuffer())
    const before = await storedPhoto()
    const png = await picture(2000, 2000)
      .composite([{ input: blankPng(64, 64) }])
      .png()
      .toBuffer()
    const jpeg = await picture().jpeg().toBuffer()
    const gif = await picture(20, 20).gif().toBuffer()
    const corpus: Record<string, string | Buffer> = {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>',
      'svg with a heading': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      html: '<!doctype html><script>alert(1)</script>',
      'script that begins as a GIF': 'GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)',
      'GIF with a page behind it': Buffer.concat([gif, Buffer.from('<html><script>alert(1)</script>')]),
      'JPEG with a program behind it': Buffer.concat([jpeg, Buffer.from('<?php system("id") ?>')]),
      'truncated PNG': png.subarray(0, png.length - 40),
      'truncated JPEG': jpeg.subarray(0, Math.floor(jpeg.length / 2)),
      'only a signature': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'a PNG that says it is a JPEG inside': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), png]),
      pdf: '%PDF-1.7\n1 0 obj',
      tiff: await picture(20, 20).tiff().toBuffer(),
      empty: '',
    }
    for (const [what, file] of Object.entries(corpus))
      await expect(send(file, 'me.png', 'image/png'), what).rejects.toMatchObject(refusal)
    expect(await storedPhoto()).toEqual(before)
  })

  test('P-52 25 megapixels are accepted, 26 and a bomb of 196 are refused before decoding', async () => {
    await send(blankPng(5000, 5000), 'just.png', 'image/png')
    await expect(send(blankPng(5200, 5000), 'more.png', 'image/png')).rejects.toMatchObject(tooLarge)
    const bomb = blankPng(14_000, 14_000)
    expect(bomb.length).toBeLessThan(100_000)
    const memory = process.memoryUsage.rss()
    const begun = performance.now()
    await expect(send(bomb, 'bomb.png', 'image/png')).rejects.toMatchObject(tooLarge)
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(process.memoryUsage.rss() - memory).toBeLessThan(64 * 1024 ** 2)
  })

  test('P-49 more than 5 MB is refused by its declared length, or while reading without one', async () => {
    const big = Buffer.alloc(5 * 1024 ** 2 + 1, 'x')
    await expect(send(big)).rejects.toMatchObject(tooLarge)
    const multipart = await agency.app.inject({
      method: 'POST',
      url: '/api/user/photo',
      headers: { authorization: `Bearer ${pat.token}`, 'content-type': 'multipart/form-data; boundary=frontier' },
      payload: Buffer.concat([
        Buffer.from('--frontier\r\ncontent-disposition: form-data; name="file"; filename="me.jpg"\r\n\r\n'),
        big,
        Buffer.from('\r\n--frontier--\r\n'),
      ]),
    })
    expect([multipart.statusCode, multipart.json().code]).toEqual([413, 'photo.too_large'])
    const piece = Buffer.alloc(1024 ** 2, 'x')
    const endless = await agency.app.inject({
      method: 'POST',
      url: '/api/user/photo',
      headers: { authorization: `Bearer ${pat.token}`, 'content-type': 'image/jpeg' },
      payload: Readable.from(Array.from({ length: 40 }, () => piece)),
    })
    expect([endless.statusCode, endless.json().code]).toEqual([413, 'photo.too_large'])
  })

  test('P-53 the file name is ignored: no path, no header, nothing stored', async () => {
    const image = await picture(64, 64).png().toBuffer()
    for (const name of ['../../etc/passwd', 'a\0b.png', 'a\r\nX-Evil: 1', '\u202Egnp.exe', 'a'.repeat(300)])
      await send(image, name)
    const rows = await agency.db.selectFrom('user_photos').selectAll().where('user_id', '=', pat.userId).execute()
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['changed_at', 'png', 'user_id'])
    const events = await agency.db.selectFrom('audit_events').selectAll().where('entity', '=', 'photo').execute()
    expect(JSON.stringify(events)).not.toMatch(/passwd|Evil|exe/)
  })

  test('P-51 a malformed form is refused, and the next photo is accepted', async () => {
    for (const payload of [
      '',
      '--frontier',
      '--frontier\r\ncontent-disposition: form-data; name=""\r\n\r\n',
      '--frontier--\r\n',
    ]) {
      const answer = await agency.app.inject({
        method: 'POST',
        url: '/api/user/photo',
        headers: { authorization: `Bearer ${pat.token}`, 'content-type': 'multipart/form-data; boundary=frontier' },
        payload,
      })
      expect(answer.statusCode).toBe(400)
    }
    await send(await picture(64, 64).png().toBuffer())
  })

  test('P-81 many concurrent photos are processed one at a time or refused as busy, and none breaks the server', async () => {
    const image = await picture(2400, 2400).jpeg().toBuffer()
    const answers = await Promise.allSettled(Array.from({ length: 14 }, () => send(image)))
    const codes = answers.map((answer) => (answer.status === 'fulfilled' ? 'ok' : answer.reason.code))
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(9)
    expect(new Set(codes).size).toBeLessThanOrEqual(2)
    for (const code of codes) expect(['ok', 'server.busy']).toContain(code)
  })
})
