import { expect, type Page } from '@playwright/test'

/** Input of an application for the API; pass a unique last name. */
export function mariaVega(lastName: string) {
  return {
    firstName: 'Maria',
    lastName,
    dob: '1988-03-14',
    sex: 'F',
    ssn: '900-12-3456',
    migratoryStatus: 'resident',
    phone: '(305) 555-0142',
    email: 'maria@vega.example',
    language: 'es',
    address: '12 Ocean Drive',
    zipCode: '33139',
    city: 'Miami Beach',
    state: 'FL',
    typeOfIncome: 'self_employed',
    annualIncome: '42500',
    planSelected: 'Silver 73',
    monthlyPayment: '12.50',
    cardNumber: '4111111111111111',
    cardExpDate: '11/31',
    cardCvv: '839',
    cardFirstName: 'Maria',
    cardLastName: lastName,
    offlineAppMembers: [
      {
        relation: 'spouse',
        firstName: 'Luis',
        lastName,
        dob: '1986-07-02',
        sex: 'M',
        ssn: '900-65-4321',
        typeOfIncome: 'self_employed',
        annualIncome: '18000',
      },
    ],
  }
}

/** Submits an application through the API. */
export async function submitBy(page: Page, token: string, data: object): Promise<{ applicationId: number }> {
  const answer = await page.request.post('/api/OfflineApp', { headers: { authorization: `Bearer ${token}` }, data })
  expect(answer.status(), await answer.text()).toBe(200)
  return await answer.json()
}

/** Fills in the section Primary, except for the last name. */
export async function typePrimary(page: Page): Promise<void> {
  const primary = page.getByRole('region', { name: 'Primary' })
  await primary.getByLabel('First name').fill('Maria')
  await primary.getByLabel('Month').selectOption('March')
  await primary.getByLabel('Day').selectOption('14')
  await primary.getByLabel('Year').selectOption('1988')
  await primary.getByLabel('Female').check()
  await primary.getByLabel('ZIP code').fill('33139')
  await expect(primary.getByLabel('City')).toHaveValue('Miami Beach')
  await expect(primary.getByLabel('State')).toHaveValue('FL')
}
