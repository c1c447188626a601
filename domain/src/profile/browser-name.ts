import type { MessageLanguage } from '../messages/message-kinds.ts'

const unknown = 'Unknown browser'

/** Browser tokens, most specific first: nearly all browsers also claim to be Chrome, Safari and Mozilla. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** User agent as text, such as 'Firefox on Windows', only to help users recognize a session. */
export function browserName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `${unknown} on ${system}` : unknown)
}

/** A name of `browserName` in the reader's language: 'Firefox en Windows'. */
export function browserNameIn(language: MessageLanguage, name: string): string {
  return language === 'es' ? name.replace(unknown, 'Navegador desconocido').replace(' on ', ' en ') : name
}
