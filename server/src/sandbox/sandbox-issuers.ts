import type { PlanType } from '@coverdesk/domain/plans/plan.ts'

/** States where the sandbox exchange offers plans. */
export const sandboxStates = { FL: 12, TX: 48, GA: 13, NC: 37 } as const
export type SandboxState = keyof typeof sandboxStates

/** An insurer on the sandbox exchange. */
export interface SandboxIssuer {
  name: string
  /** HIOS id by state where it sells; realistic but fictional. */
  ids: Partial<Record<SandboxState, string>>
  /** Its rates relative to the market, in thousandths. */
  level: number
  /** Of 100 rating areas outside the cities, the number where it sells. */
  reach: number
  type: PlanType
  nationalNetwork: boolean
  site: string
  /** Plan names in the order of `designs`; null where it has no plan of that design. */
  plans: readonly (string | null)[]
}

/**
 * Insurers that sell individual plans on the exchanges of these states. Their names are real; ids, plan names, prices
 * and everything else are fictional.
 */
export const sandboxIssuers: readonly SandboxIssuer[] = [
  {
    name: 'Ambetter',
    ids: { FL: '10731', TX: '20731', GA: '30731', NC: '40731' },
    level: 940,
    reach: 100,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.ambetterhealth.com',
    plans: [
      ...[
        null,
        'Choice Bronze HSA',
        'Standard Expanded Bronze',
        'Everyday Bronze',
        'Standard Silver',
        'Focused Silver',
      ],
      ...['Clear Silver', 'Complete Silver', 'Standard Gold', 'Everyday Gold', null],
    ],
  },
  {
    name: 'AvMed',
    ids: { FL: '11462' },
    level: 1090,
    reach: 35,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.avmed.org',
    plans: [
      ...[
        'Entrust Catastrophic',
        'Entrust Bronze 700',
        'Entrust Bronze 600 Standard',
        null,
        'Entrust Silver 300 Standard',
      ],
      ...['Entrust Silver 350', 'Entrust Silver 325', null, 'Entrust Gold 125 Standard', 'Entrust Gold 150', null],
    ],
  },
  {
    name: 'Cigna',
    ids: { FL: '12193', TX: '22193', GA: '32193', NC: '42193' },
    level: 1040,
    reach: 60,
    type: 'EPO',
    nationalNetwork: false,
    site: 'https://www.cigna.com',
    plans: [
      ...[
        null,
        'Connect Bronze 7200 HSA',
        'Connect Bronze CMS Standard',
        'Connect Bronze 5900',
        'Connect Silver CMS Standard',
      ],
      ...['Connect Silver 3800', 'Connect Silver 4500', null, 'Connect Gold CMS Standard', 'Connect Gold 1400', null],
    ],
  },
  {
    name: 'Florida Blue',
    ids: { FL: '12924' },
    level: 1080,
    reach: 100,
    type: 'PPO',
    nationalNetwork: true,
    site: 'https://www.floridablue.com',
    plans: [
      ...[
        'BlueOptions Catastrophic 1424',
        'BlueOptions Bronze HSA 1416',
        'BlueCare Bronze 24K02-30',
        'myBlue Bronze 2119',
      ],
      ...['BlueCare Silver 24K03-20', 'myBlue Silver 2129', 'BlueSelect Silver 1443', 'BlueOptions Silver 1706'],
      ...['BlueCare Gold 24K04-10', 'BlueOptions Gold 1505', 'BlueOptions Platinum 1418'],
    ],
  },
  {
    name: 'Molina',
    ids: { FL: '13655', TX: '23655' },
    level: 950,
    reach: 55,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.molinamarketplace.com',
    plans: [
      ...[
        null,
        null,
        'Core Care Bronze 1',
        'Core Care Bronze 4',
        'Constant Care Silver 1',
        'Constant Care Silver 4 250',
      ],
      ...['Constant Care Silver 7', 'Silver 12', 'Constant Care Gold 1', 'Confident Care Gold 1', null],
    ],
  },
  {
    name: 'Oscar',
    ids: { FL: '14386', TX: '24386', GA: '34386', NC: '44386' },
    level: 1010,
    reach: 45,
    type: 'EPO',
    nationalNetwork: false,
    site: 'https://www.hioscar.com',
    plans: [
      ...['Secure', 'Bronze Classic HSA', 'Bronze Classic Standard', 'Bronze Classic 4700', 'Silver Classic Standard'],
      ...['Silver Simple PCP Saver', 'Silver Elite Saver Plus', null, 'Gold Classic Standard', 'Gold Elite Saver Plus'],
      'Platinum Classic Standard',
    ],
  },
  {
    name: 'UnitedHealthcare',
    ids: { FL: '15117', TX: '25117', GA: '35117', NC: '45117' },
    level: 1030,
    reach: 65,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.uhc.com',
    plans: [
      ...[null, 'UHC Bronze Value HSA', 'UHC Bronze Standard', 'UHC Bronze Essential', 'UHC Silver Standard'],
      ...['UHC Silver Value ($0 Virtual Urgent Care)', 'UHC Silver Advantage', 'UHC Silver Copay Focus'],
      ...['UHC Gold Standard', 'UHC Gold Advantage', null],
    ],
  },
  {
    name: 'Aetna CVS Health',
    ids: { FL: '16579', TX: '26579', GA: '36579', NC: '46579' },
    level: 1060,
    reach: 40,
    type: 'HMO',
    nationalNetwork: true,
    site: 'https://www.aetnacvshealth.com',
    plans: [
      ...[null, null, 'Bronze S: Aetna network', 'Bronze 2 HSA: Aetna network', 'Silver S: Aetna network', null],
      ...[
        'Silver 4: $0 MinuteClinic',
        'Silver 5: $0 CVS Virtual Care',
        'Gold S: Aetna network',
        'Gold 3: $0 MinuteClinic',
        null,
      ],
    ],
  },
  {
    name: 'Blue Cross and Blue Shield of Texas',
    ids: { TX: '27310' },
    level: 1050,
    reach: 100,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.bcbstx.com',
    plans: [
      ...[
        'Blue Advantage Security',
        'Blue Advantage Bronze HSA 205',
        'Blue Advantage Bronze Standard',
        'Blue Advantage Bronze 301',
      ],
      ...[
        'Blue Advantage Silver Standard',
        'Blue Advantage Silver 205',
        'MyBlue Health Silver 405',
        'Blue Advantage Plus Silver 306',
      ],
      ...['Blue Advantage Gold Standard', 'MyBlue Health Gold 403', 'Blue Advantage Platinum 702'],
    ],
  },
  {
    name: 'Blue Cross NC',
    ids: { NC: '48041' },
    level: 1045,
    reach: 100,
    type: 'POS',
    nationalNetwork: true,
    site: 'https://www.bluecrossnc.com',
    plans: [
      ...[
        'Blue Advantage Catastrophic',
        'Blue Value Bronze 7500 HSA',
        'Blue Home Bronze Standard',
        'Blue Local Bronze 9400',
      ],
      ...[
        'Blue Home Silver Standard',
        'Blue Value Silver 3500',
        'Blue Local Silver 4000',
        'Blue Advantage Silver 5000',
      ],
      ...['Blue Home Gold Standard', 'Blue Advantage Gold 1500', 'Blue Advantage Platinum 500'],
    ],
  },
  {
    name: 'CareSource',
    ids: { GA: '38772', NC: '48772' },
    level: 985,
    reach: 75,
    type: 'HMO',
    nationalNetwork: false,
    site: 'https://www.caresource.com',
    plans: [
      ...[null, 'Marketplace Bronze First HSA', 'Marketplace Standard Expanded Bronze', 'Marketplace Bronze First'],
      ...['Marketplace Standard Silver', 'Marketplace Low Premium Silver', 'Marketplace Core Silver', null],
      ...['Marketplace Standard Gold', 'Marketplace Core Gold', null],
    ],
  },
  {
    name: 'Anthem Blue Cross and Blue Shield',
    ids: { GA: '39503' },
    level: 1065,
    reach: 100,
    type: 'POS',
    nationalNetwork: true,
    site: 'https://www.anthem.com',
    plans: [
      ...[
        'Anthem Catastrophic Pathway',
        'Anthem Bronze Pathway HSA',
        'Anthem Bronze Pathway Standard',
        'Anthem Bronze Pathway 9400',
      ],
      ...['Anthem Silver Pathway Standard', 'Anthem Silver Pathway 4000', 'Anthem Silver Pathway X 5250', null],
      ...['Anthem Gold Pathway Standard', 'Anthem Gold Pathway 1500', 'Anthem Platinum Pathway 0'],
    ],
  },
]
