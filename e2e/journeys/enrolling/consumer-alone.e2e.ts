import type { Page } from '@playwright/test'
import { uniqueName } from '../../support/records/application-records.ts'
import { signInAsNew, tokenOfUser } from '../../support/records/own-user.ts'
import { expectAccessible } from '../../support/screens.ts'
import { newestMessage } from '../../support/sign-in.ts'
import { expect, password, test } from '../../support/test-fixtures.ts'
import { expectSpanish } from './expect-spanish.ts'

const en = {
  zipCode: 'ZIP code',
  income: /Household income per year/,
  age: 'Age of person 1',
  seePlans: 'See plans',
  person: /^1 person in 33165/,
  chosenPlan: /^Chosen plan/,
  start: 'Start application',
  continue: 'Continue application',
  readAndSign: 'Read and sign',
  fullName: 'Full name',
  sign: 'Sign',
  toAbout: 'Continue to about you',
  address: 'Street address',
  county: 'County',
  phone: 'Phone',
  toHousehold: 'Continue to household',
  dob: 'Date of birth',
  female: 'Female',
  citizen: 'US citizen',
  tobacco: 'Uses tobacco',
  yes: 'Yes',
  no: 'No',
  savePerson: 'Save person',
  toTaxes: 'Continue to taxes',
  files: 'Will you file a federal',
  claimed: 'Will someone else',
  toIncome: 'Continue to income',
  kind: 'Kind',
  toCoverage: 'Continue to coverage',
  toReview: 'Continue to review',
  submit: 'Submit application',
  enrollChosen: 'Enroll in the chosen plan',
  home: 'Home',
  policies: 'Your policies',
  pending: 'Pending effectuation',
  invented: 'Invented plan for practice',
  firstPayment: 'First payment',
  choose: 'Choose',
  details: 'Details',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  createAccount: 'Create account',
  linkSent: 'We sent a link to',
  password: 'Password',
  confirm: 'Confirm',
  enrollNow: 'Enroll Now',
  goToApplications: 'Go to Applications',
  application: 'Application',
  plans: 'Plans',
  enrollment: 'Enrollment',
  user: 'User',
  login: 'Login',
  loggedIn: 'Logged in!',
}
const es: typeof en = {
  zipCode: 'Código postal',
  income: /Ingresos del hogar por año/,
  age: 'Edad de la persona 1',
  seePlans: 'Ver planes',
  person: /^1 persona en 33165/,
  chosenPlan: /^Plan elegido/,
  start: 'Comenzar la solicitud',
  continue: 'Continuar la solicitud',
  readAndSign: 'Leer y firmar',
  fullName: 'Nombre completo',
  sign: 'Firmar',
  toAbout: 'Seguir a sobre usted',
  address: 'Calle y número',
  county: 'Condado',
  phone: 'Teléfono',
  toHousehold: 'Seguir al hogar',
  dob: 'Fecha de nacimiento',
  female: 'Mujer',
  citizen: '¿Tiene ciudadanía',
  tobacco: '¿Consume tabaco?',
  yes: 'Sí',
  no: 'No',
  savePerson: 'Guardar persona',
  toTaxes: 'Seguir a impuestos',
  files: '¿Presentará una declaración',
  claimed: '¿Otra persona',
  toIncome: 'Seguir a ingresos',
  kind: 'Tipo',
  toCoverage: 'Seguir a cobertura',
  toReview: 'Seguir a la revisión',
  submit: 'Enviar solicitud',
  enrollChosen: 'Inscribirse en el plan elegido',
  home: 'Inicio',
  policies: 'Sus pólizas',
  pending: 'Pendiente del primer pago',
  invented: 'Plan inventado para practicar',
  firstPayment: 'Primer pago',
  choose: 'Elegir',
  details: 'Detalles',
  firstName: 'Nombre',
  lastName: 'Apellido',
  email: 'Correo electrónico',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirme la contraseña',
  createAccount: 'Crear cuenta',
  linkSent: 'Le enviamos un enlace a',
  password: 'Contraseña',
  confirm: 'Confirmar',
  enrollNow: 'Inscribirse ahora',
  goToApplications: 'Ir a su solicitud',
  application: 'Solicitud',
  plans: 'Planes',
  enrollment: 'Inscripción',
  user: 'Usuario',
  login: 'Iniciar sesión',
  loggedIn: '¡Sesión iniciada!',
}
const pass = 'Copper&Lantern-41'

const cases = [
  { name: 'in English on a desktop', words: en, context: {} },
  {
    name: 'in Spanish on a phone',
    words: es,
    context: { locale: 'es-US', viewport: { width: 390, height: 844 }, hasTouch: true },
  },
]

for (const { name, words, context } of cases)
  test(`A-022 CONSUMER-01 CONSUMER-02 A-104 a consumer alone goes ${name} from See Plans by account, consent, application and enrollment to the policy, and the agency finds both`, async ({
    browser,
    page: office,
    signIn,
  }) => {
    // From the first visit to the policy, with two signatures, a submission and an enrollment.
    test.setTimeout(240_000)
    const lastName = uniqueName()
    const email = `${lastName.toLowerCase()}@example.com`
    const own = await browser.newContext(context)
    const page = await own.newPage()
    page.setDefaultTimeout(20_000)
    const type = async (label: string | RegExp, text: string) =>
      await page.getByRole('textbox', { name: label }).first().pressSequentially(text)
    /** In Spanish no English is left on any page of the way. */
    const crawl = async (where: string) => {
      if (words === es) await expectSpanish(page, where)
    }
    const press = async (label: string) => await page.getByRole('button', { name: label, exact: true }).click()
    const answer = async (question: string, choice: string) =>
      await page.getByRole('group', { name: question }).getByText(choice, { exact: true }).click()
    let plan = ''

    await test.step('CONSUMER-09 the household and a plan at See Plans', async () => {
      await page.goto('/self-enroll/')
      await type(words.zipCode, '33165')
      await type(words.income, '36000')
      await type(words.age, '43')
      await page.getByRole('button', { expanded: false }).first().click()
      await expectAccessible(page, 'see-plans-household')
      await crawl('the household')
      await press(words.seePlans)
      const choose = page.getByRole('button', { name: new RegExp(`^${words.choose} `) }).first()
      plan = ((await choose.getAttribute('aria-label')) ?? '').replace(`${words.choose} `, '')
      await page.locator('summary').click()
      await crawl('the plans')
      if (words === es) {
        await page.getByRole('button', { name: 'Filtros' }).click()
        await page.getByRole('dialog').waitFor()
        await crawl('the filters')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        const boxes = page.getByRole('checkbox', { name: /^Comparar / })
        for (const place of [0, 1]) await boxes.nth(place).check()
        await press('Comparar')
        await page.getByRole('table').waitFor()
        await crawl('the comparison')
        await page.keyboard.press('Escape')
        await press('Borrar')
      }
      await page
        .getByRole('link', { name: new RegExp(`^${words.details} `) })
        .first()
        .click()
      await expect(page.getByRole('heading', { level: 1, name: plan })).toBeVisible()
      await crawl('a plan')
      await press(words.choose)
      await expect(page).toHaveURL('/login/register')
      await expect(page.getByText(plan)).toBeVisible()
    })

    await test.step('the account, confirmed by the mailed link in another tab', async () => {
      await page.getByLabel(words.firstName).pressSequentially('Marisol')
      await page.getByLabel(words.lastName).pressSequentially(lastName)
      await page.getByLabel(words.email).pressSequentially(email)
      await page.getByLabel(words.newPassword, { exact: true }).pressSequentially(pass)
      await page.getByLabel(words.confirmPassword, { exact: true }).pressSequentially(pass)
      await crawl('the new account')
      await press(words.createAccount)
      await expect(page.getByText(`${words.linkSent} ${email}.`)).toBeVisible()
      await crawl('the sent link')
      const { link } = await newestMessage(office, email, 'confirm-registration')
      // A load of its own: what the tab remembered is gone.
      await page.goto(new URL(link ?? '').pathname)
      await page.getByLabel(words.password, { exact: true }).pressSequentially(pass)
      await crawl('the confirmation')
      await press(words.confirm)
      await expect(page).toHaveURL('/login')
      await page.getByLabel(words.user, { exact: true }).fill(email)
      await page.getByLabel(words.password, { exact: true }).fill('Not-My-Password-7')
      await press(words.login)
      await page.getByRole('alert').waitFor()
      await crawl('a refused login')
      await page.getByLabel(words.password, { exact: true }).fill(pass)
      await press(words.login)
      await expect(page.getByText(words.loggedIn)).toBeVisible()
      await expect(page).toHaveURL(/\/consumer\/?$/)
    })
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))

    await test.step('household and plan are there, and nothing is typed again', async () => {
      await expect(page.getByText(words.person)).toBeVisible()
      await expect(page.getByText(words.chosenPlan)).toContainText(plan)
      await expect(page.getByText(words.invented)).toBeVisible()
      await expectAccessible(page, 'consumer-home-draft')
      await crawl('the home with a draft')
      await press(words.start)
      await expect(page).toHaveURL(/\/ede\/app\//)
    })

    await test.step('A-104 the consumer signs the consent', async () => {
      await signHere(page, words, `Marisol ${lastName}`, crawl)
      await crawl('the signed consent')
      await press(words.toAbout)
    })

    await test.step('the application, left once and continued', async () => {
      await expect(page.getByLabel(words.zipCode)).toHaveValue('33165')
      await expect(page.getByLabel(words.county)).toHaveValue('12086')
      await type(words.address, '1 Palm Ave')
      await type(words.phone, '3055550142')
      await crawl('about you')
      await press(words.toHousehold)
      await expect(page.getByRole('textbox', { name: words.dob })).toBeVisible()
      await page.goto('/consumer/')
      await page.getByRole('link', { name: words.continue }).click()
      await type(words.dob, '04171983')
      await page.getByText(words.female, { exact: true }).click()
      await answer(words.citizen, words.yes)
      await answer(words.tobacco, words.no)
      if (words === es) {
        await page.getByRole('button', { name: /calendario/ }).click()
        await page.getByRole('table').waitFor()
        await crawl('a person with the calendar')
        await page.keyboard.press('Escape')
      }
      await press(words.savePerson)
      await crawl('the household of the application')
      await press(words.toTaxes)
      await answer(words.files, words.yes)
      await answer(words.claimed, words.no)
      await crawl('taxes')
      await press(words.toIncome)
      await expect(page.getByRole('textbox').first()).toHaveValue(/36,?000/)
      await page.getByLabel(words.kind, { exact: true }).selectOption('job')
      await crawl('income')
      await press(words.toCoverage)
      await crawl('coverage')
      await press(words.toReview)
    })

    await test.step('A-104 the consumer reviews and signs, and submits', async () => {
      await signHere(page, words, `Marisol ${lastName}`, crawl)
      await crawl('the signed review')
      const head = await page.getByRole('banner').boundingBox()
      expect(head?.height, 'the header keeps its height').toBeLessThan(60)
      await press(words.submit)
      await page.getByRole('link', { name: words.enrollChosen }).waitFor()
      await crawl('the submitted application')
      // What was said before the signature is not said after it.
      await expect(page.getByText(/Nothing is submitted before|No se envía nada antes/)).toHaveCount(0)
      await page.getByRole('link', { name: words.enrollChosen }).click()
      await expect(page).toHaveURL(/\/consumer\/applications\/\d+\/enrollment\/1\/plans\//)
      await expect(page.getByRole('heading', { name: plan })).toBeVisible()
    })

    await test.step('ENROLL-09 CONSUMER-05 the enrollment in the chosen plan', async () => {
      await crawl('the chosen plan of the group')
      await press(words.choose)
      await page.getByRole('checkbox').first().waitFor()
      await crawl('the enrollment')
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await press(words.enrollNow)
      await expect(page).toHaveURL('/consumer/return/submit')
      await page.getByRole('link', { name: words.goToApplications }).waitFor()
      await crawl('the return')
      await page.getByRole('link', { name: words.goToApplications }).click()
      await expect(page).toHaveURL(/\/consumer\/applications\/\d+$/)
    })

    await test.step('the policy with its first payment, in the consumer app', async () => {
      await page.getByRole('link', { name: words.home, exact: true }).click()
      const policies = page.getByRole('region', { name: words.policies })
      await expect(policies).toContainText(plan)
      await expect(policies).toContainText(words.pending)
      await expect(policies).toContainText(words.invented)
      await expect(policies.getByText(words.firstPayment, { exact: true })).toBeVisible()
      await expectAccessible(page, 'consumer-home-policy')
      await crawl('the home with a policy')
      const places = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: words.plans }) })
      for (const [link, loaded] of [
        [words.application, page.getByRole('heading', { level: 1, name: `Marisol ${lastName}` })],
        [words.plans, page.getByRole('list', { name: words.plans })],
        [words.enrollment, page.getByRole('heading', { level: 1, name: new RegExp(lastName) })],
      ] as const) {
        await places.getByRole('link', { name: link, exact: true }).click()
        await expect(loaded).toBeVisible()
        await crawl(link)
      }
      expect(seen.filter((path) => path.startsWith('/portal'))).toEqual([])
      await own.close()
    })

    await test.step('the agency finds the person and the policy in the portal', async () => {
      await signIn('admin')
      await office.goto(`/portal/mk/applications?name=${lastName}`)
      await office
        .getByRole('row', { name: new RegExp(lastName) })
        .first()
        .dblclick()
      const policies = office.getByRole('region', { name: 'Policies', exact: true })
      await expect(policies).toContainText(plan)
      await expect(policies).toContainText(en.invented)
      await office.goto(`/portal/contact/managment?name=${lastName}`)
      await expect(office.getByRole('row', { name: new RegExp(lastName) }).first()).toBeVisible()
    })
  })

/** Opens a text to sign in the page, ticks all its boxes and signs. */
async function signHere(
  page: Page,
  words: typeof en,
  name: string,
  crawl: (where: string) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: words.readAndSign, exact: true }).click()
  await page.getByRole('checkbox').first().waitFor()
  await crawl('a text to sign')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel(words.fullName).pressSequentially(name)
  await page.getByRole('button', { name: words.sign, exact: true }).click()
  await expect(page.getByRole('button', { name: words.sign, exact: true })).toHaveCount(0)
}

/** A policy as the exchange's record of an application has it. */
const policyOf = (name: string) => ({
  id_exchange: '1',
  id_issuer: null,
  plan: { id: '16842FL0010001', name, issuer: 'Test Blue' },
  premium: { amount: '410.00', aptc_applied: '300.00', responsibility: '110.00' },
  status: 'Effectuated',
  members: [],
  dateEffective: '2026-01-01',
  dateTermination: null,
  invented: false,
  carrierPhone: null,
})

test('CONSUMER-01 a consumer with an application of this year and one of the next sees both, each with its state, policies and next step', async ({
  page,
  signIn,
}) => {
  const row = { number: 1, name: 'Ida Case', agentName: null, step: 'income', updatedAt: '2026-11-20T12:00:00Z' }
  const ids = ['2f0a4c9e-6a0e-4a39-9f5c-0d5f0f8b1a01', '2f0a4c9e-6a0e-4a39-9f5c-0d5f0f8b1a02']
  const next = { ...row, id: ids[0], planYear: 2027, state: 'draft', applicationId: null }
  const now = { ...row, id: ids[1], planYear: 2026, state: 'submitted', applicationId: '5300000777' }
  const own = { application: next, number: null, draft: null, startsYear: null, specialYear: null }
  await page.route('**/api/EdeApplication', (route) => route.fulfill({ json: [next, now] }))
  await page.route('**/api/EdeApplication/own', (route) => route.fulfill({ json: own }))
  await page.route('**/api/MarketplaceApp/5300000777', (route) =>
    route.fulfill({
      json: {
        policies: [policyOf('Blue Silver 4500')],
        object: { persons: [], insuranceApplication: { applicants: [] } },
      },
    }),
  )
  await signIn('consumer')
  await page.goto('/consumer/')
  const newer = page.getByRole('region', { name: 'Application for 2027' })
  const older = page.getByRole('region', { name: 'Application for 2026' })
  await expect(newer).toContainText('In progress')
  await expect(newer.getByRole('link', { name: 'Continue application' })).toHaveAttribute('href', `/ede/app/${ids[0]}`)
  await expect(older).toContainText('Submitted')
  await expect(older).toContainText('You are enrolled.')
  await expect(older.getByRole('link', { name: 'See or change your enrollment' })).toHaveAttribute(
    'href',
    '/consumer/applications/5300000777/enrollment',
  )
  await expect(older.getByRole('region', { name: 'Your policies' })).toContainText('Blue Silver 4500')
  await expect(newer.getByRole('region', { name: 'Your policies' })).toHaveCount(0)
  await expectAccessible(page, 'consumer-home-two-years', { fullPage: true })
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('region', { name: 'Solicitud para 2026' })).toContainText('Enviada')
  await expectSpanish(page, 'the home with two years')
})

test('P-13 a consumer changes the number for codes and the password in Spanish, and reads what is wrong with them', async ({
  page,
}) => {
  const { userName } = await signInAsNew(page, { first: 'Marisol', last: uniqueName() }, 'consumer')
  await page.addInitScript(() => localStorage.setItem('language', 'es'))
  await page.goto('/consumer/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Marisol/ })
    .click()
  await page.getByRole('menuitem', { name: 'Mi cuenta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi cuenta')
  await expectSpanish(page, 'the account')
  await expectAccessible(page, 'consumer-account', { fullPage: true })

  const signIn = page.getByRole('form', { name: 'Inicio de sesión y mensajes' })
  const number = signIn.getByLabel('Número de celular para los códigos')
  await number.pressSequentially('305')
  await signIn.getByRole('button', { name: 'Guardar' }).click()
  await expect(signIn.getByText('No es un número de teléfono')).toBeVisible()
  await page.getByRole('link', { name: 'Inicio', exact: true }).click()
  await expectSpanish(page, 'the question before the account is left')
  await page.getByRole('button', { name: 'Seguir aquí' }).click()
  await number.fill('')
  await number.pressSequentially('3055550164')
  await signIn.getByLabel('Su contraseña', { exact: true }).fill(password)
  await signIn.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Enviamos un código a (305) 555-0164.')).toBeVisible()
  const code = page.getByLabel('Código del mensaje de texto')
  await code.fill((await newestMessage(page, '3055550164', 'confirm-phone')).code ?? '')
  await page.getByRole('button', { name: 'Confirmar el número' }).click()
  await expect(code).toHaveCount(0)
  await expect(number).toHaveValue('(305) 555-0164')

  const form = page.getByRole('form', { name: 'Contraseña', exact: true })
  const change = async (current: string, fresh: string) => {
    await form.getByLabel('Contraseña actual', { exact: true }).fill(current)
    await form.getByLabel('Contraseña nueva', { exact: true }).fill(fresh)
    await form.getByLabel('Repita la contraseña nueva', { exact: true }).fill(fresh)
    await form.getByRole('button', { name: 'Cambiar la contraseña' }).click()
  }
  await change('Wrong-Password-1', 'Morning-Ferry-77')
  await expect(form.getByText('La contraseña actual no es correcta.')).toBeVisible()
  await change(password, 'Marisol-Marisol-1')
  await expect(form.getByText('Esta contraseña es fácil de adivinar')).toBeVisible()
  await expectSpanish(page, 'the account with problems')
  await change(password, 'Morning-Ferry-77')
  await expect(page.getByText('Contraseña cambiada')).toBeVisible()
  expect(await tokenOfUser(page, userName, 'Morning-Ferry-77')).toBeTruthy()
})
