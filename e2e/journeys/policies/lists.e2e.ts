import { expect, test } from '../../support/test-fixtures.ts'

/** Every list, and the call that fills it. */
const lists = {
  'mk/applications': '/api/MarketplaceApp',
  'contact/managment': '/api/Contacts',
  customerManage: '/api/Customer',
  leads: '/api/Lead',
  'policies/manage': '/api/Policies',
  pto: '/api/PTO',
  'commissions/statement': '/api/agentcommissions',
  'commissions/payment': '/api/SlipPayment',
  'commissions/tracking': '/api/Comissions/paymentSummaries',
  'commissions/manage': '/api/Commissions',
  'manage/agents': '/api/Agent',
  'manage/rates': '/api/Rates',
  'manage/logs': '/api/Log',
  'manage/audit_logs': '/api/AuditLog',
  'form/manage': '/api/OfflineApp',
  'security/users': '/api/UserManage',
  outbox: '/api/Outbox',
}

test('opening a list requests its first page once, and the next one only when the user is about to turn to it', async ({
  page,
  signIn,
}) => {
  test.slow(true, 'opens every list')
  await signIn('admin')
  // Events of what other tests save would load a list again.
  await page.routeWebSocket('**/socket.io/**', () => undefined)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const pagesOf = (path: string) =>
    requests
      .map((url) => new URL(url))
      .flatMap((url) => (url.pathname === path ? [url.searchParams.get('pageNumber')] : []))
  for (const [address, path] of Object.entries(lists)) {
    requests.length = 0
    await page.goto(`/portal/${address}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A busy machine may be idle before the list is asked for; the outbox polls every three seconds.
    const pages = () => (path === '/api/Outbox' ? [...new Set(pagesOf(path))] : pagesOf(path))
    await expect.poll(pages, address).toEqual(['1'])
  }
  await page.goto('/portal/policies/manage')
  await page.getByRole('button', { name: 'Next page' }).hover()
  await expect.poll(() => pagesOf('/api/Policies')).toEqual(['1', '2'])
})
