/** Maximum size of a signed page or a recording, in bytes. */
export const maxSignedFileBytes = 10 * 1024 * 1024

/** Kinds of files that a client's signature or voice may be in, by their first bytes as Latin-1 text. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wav'],
  [/^[\s\S]{4}ftyp(M4A|mp4|isom|3gp)/, 'audio/mp4'],
  [/^(ID3|\xff[\xe2-\xff])/, 'audio/mpeg'],
  [/^OggS/, 'audio/ogg'],
]

/** Media type by the content, whatever the name says; null for files of another kind. */
export function signedFileType(beginning: string): string | null {
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1] ?? null
}
