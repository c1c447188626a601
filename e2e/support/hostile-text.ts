import type { Page } from '@playwright/test'

/** Texts that execute in a page without proper escaping (excerpt of OWASP's filter evasion list). */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  '<svg/onload=alert(3)>',
  'javascript:alert(4)',
  '<a href="javascript:alert(5)">press</a>',
  '";alert(6);"',
  '{{constructor.constructor("alert(7)")()}}',
  `${'$'}{alert(8)}`,
  '&lt;script&gt;alert(9)&lt;/script&gt;',
  '<iframe srcdoc="<script>alert(10)</script>"></iframe>',
  '=HYPERLINK("https://example.com","press")',
  '+cmd|calc!A1',
  '</title><script>alert(11)</script>',
  '<style>*{display:none}</style>',
  '\u202Etxt.exe',
] as const

/** Collects effects of an executed text: a dialog, a violation of the content security policy, a script error. */
export async function listenForHarm(page: Page): Promise<string[]> {
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => harm.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) harm.push(`console: ${message.text()}`)
  })
  await page.exposeFunction('reportHarm', (text: string) => harm.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportHarm')
      if (typeof report === 'function') report(`violation: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return harm
}
