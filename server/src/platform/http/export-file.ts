import type { ExportFormat } from '@coverdesk/domain/platform/route.ts'

const contentTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8; header=present',
}

/** Media type of an export format. */
export function exportContentType(format: ExportFormat): string {
  return contentTypes[format]
}

const maxNameLength = 120
const windowsDevice = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * Sanitizes a file name for every operating system: no path, control or direction characters, no device name, at most
 * 120 characters before the extension. An empty result becomes 'export'.
 */
export function safeFileName(name: string, ending: string | null): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]/gu, '')
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const short = Array.from(plain)
    .slice(0, maxNameLength)
    .join('')
    .replace(/[. ]+$/, '')
  const [stem = ''] = short.split('.')
  const usable = short === '' || windowsDevice.test(stem.trim()) ? `export ${short}`.trim() : short
  return ending === null ? usable : `${usable}.${ending}`
}

/** Sanitizes the name of an uploaded file and keeps its extension. */
export function safeUploadName(name: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1] ?? null
  return safeFileName(ending === null ? name : name.slice(0, -ending.length - 1), ending)
}

/**
 * Content-Disposition of a download (RFC 6266): an ASCII name for old clients and the full one in UTF-8, encoded so that
 * it cannot break out of the header.
 */
export function contentDisposition(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
