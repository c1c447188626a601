import { inDatabase } from '../../support/database.ts'
import { expect, test } from '../../support/test-fixtures.ts'

test('a pay run that waits for a load is shown after the page is loaded again, and no longer once it is done', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const taken = await inDatabase(async (connection) => {
    const { rows } = await connection.query<{ month: string }>(
      `select to_char(min(month), 'MM/YYYY') as month from pay_runs where closed_at is not null`,
    )
    return rows[0]?.month ?? ''
  })
  await inDatabase(async (load) => {
    // As a load of a statement holds it, and every change of a run waits for it.
    await load.query('begin')
    await load.query(`select pg_advisory_xact_lock(hashtext('import commissions'), 0)`)
    await page.goto('/portal/commissions/pay-runs')
    await page.getByRole('button', { name: 'New Pay Run' }).click()
    const month = page.getByRole('dialog').getByLabel('Statements up to')
    await month.fill(taken)
    await page.getByRole('dialog').getByRole('button', { name: 'Calculate' }).click()
    const working = page.getByText(/^Calculating the run from its lines/)
    await expect(working).toBeVisible()
    await page.reload()
    await expect(working).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Pay Run' })).toHaveAttribute('aria-disabled', 'true')
    await load.query('rollback')
    await expect(working).toBeHidden()
    await expect(page.getByRole('button', { name: 'New Pay Run' })).not.toHaveAttribute('aria-disabled', 'true')
  })
})
