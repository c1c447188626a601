import { expect, test } from 'vitest'
import { signedFileType } from './signed-file.ts'

test('A-104 a signed page or recording is known by its content', () => {
  for (const [beginning, type] of [
    ['%PDF-1.7', 'application/pdf'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\x00\x00\x00\x00WAVEfmt ', 'audio/wav'],
    ['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
    ['ID3\x04', 'audio/mpeg'],
    ['\xff\xfb\x90', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
  ] as const)
    expect(signedFileType(beginning)).toBe(type)
  for (const other of ['', '<html>', 'MZ', ' %PDF-', 'RIFF\x00\x00\x00\x00WEBP', 'a,b\n1,2', '\xff\xd8'])
    expect(signedFileType(other)).toBeNull()
})
