import type { Page } from '@playwright/test'

/** Texts that run somewhere when a page forgets that they are texts (OWASP's filter evasion list, in short). */
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

/** Listens for what a text that runs would cause: a dialog, a refusal by the content security policy, an error of script. */
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
  await page.exposeFunction('tellHarm', (text: string) => harm.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell: unknown = Reflect.get(window, 'tellHarm')
      if (typeof tell === 'function') tell(`violation: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return harm
}
