import { expect, test } from 'vitest'
import { browserName, browserNameIn } from './browser-name.ts'

test('browser and system are detected from the user agent', () => {
  const win = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const names: [string | null, string][] = [
    [`${win} ${engine} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${win} ${engine} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
    [`${win} ${engine} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Unknown browser'],
    ['Something (Windows NT 10.0)', 'Unknown browser on Windows'],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ]
  for (const [userAgent, name] of names) expect(browserName(userAgent)).toBe(name)
})

test('a browser and its system are named to readers of Spanish without a word of English', () => {
  expect(browserNameIn('es', 'Samsung Internet on Android')).toBe('Samsung Internet en Android')
  expect(browserNameIn('es', 'Unknown browser on Windows')).toBe('Navegador desconocido en Windows')
  expect(browserNameIn('en', 'Chrome on Mac')).toBe('Chrome on Mac')
})
