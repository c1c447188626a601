import { sandboxIssuers } from '../../sandbox/sandbox-issuers.ts'

export type DemoState = 'FL' | 'TX' | 'GA' | 'NC'
export type Metal = 'Bronze' | 'Expanded Bronze' | 'Silver' | 'Gold'

export interface DemoCarrier {
  id: number
  name: string
  code: string
  /** Other names in its files. */
  aliases: readonly string[]
  portalUrl: string
  /** Share of each state's business; missing: not sold there. */
  shares: Partial<Record<DemoState, number>>
  /** Prefix of the seven digits of its policy numbers. */
  prefix: string
  /** Its premiums relative to the market, in thousandths. */
  level: number
  /** Commission per member and month, in cents. */
  perMember: number
  /** Age of its newest file in months; null: no file was ever imported, so it has no policies. */
  behind: number | null
  /** Prefix of its file names. */
  fileStem: string
  /** Marketing names; silver ones are followed by the cost-sharing level, such as 87. */
  plans: Partial<Record<Metal, readonly string[]>>
}

/**
 * Insurers of individual plans on the exchanges of Florida, Texas, Georgia and North Carolina. Names are real; shares, prices,
 * commissions and plan names are fictional.
 */
export const demoCarriers: readonly DemoCarrier[] = [
  {
    id: 1,
    name: 'Ambetter',
    code: 'AMB',
    aliases: [
      'Ambetter Health',
      'Ambetter from Sunshine Health',
      'Ambetter from Superior HealthPlan',
      'Celtic Insurance Company',
    ],
    portalUrl: 'https://broker.ambetterhealth.com',
    shares: { FL: 34, TX: 30, GA: 34, NC: 22 },
    prefix: 'U9',
    level: 940,
    perMember: 2200,
    behind: 0,
    fileStem: 'ambetter_book_of_business',
    plans: {
      'Expanded Bronze': ['Everyday Bronze', 'Standard Expanded Bronze VALUE', 'Choice Bronze HSA'],
      Silver: ['Complete Silver', 'Focused Silver', 'Standard Silver', 'Clear Silver'],
      Gold: ['Everyday Gold', 'Everyday Gold + Vision + Adult Dental', 'Complete Gold'],
    },
  },
  {
    id: 2,
    name: 'AvMed',
    code: 'AVM',
    aliases: ['AvMed Inc'],
    portalUrl: 'https://www.avmed.org',
    shares: { FL: 4 },
    prefix: 'A0',
    level: 1090,
    perMember: 1725,
    behind: 0,
    fileStem: 'AvMed-Agency-Roster',
    plans: {
      Bronze: ['Entrust Bronze 700'],
      Silver: ['Entrust Silver 300 Standard', 'Entrust Silver 350'],
      Gold: ['Entrust Gold 125'],
    },
  },
  {
    id: 3,
    name: 'Cigna',
    code: 'CIG',
    aliases: ['Cigna Healthcare', 'Cigna Health and Life Insurance Company'],
    portalUrl: 'https://cignaforbrokers.com',
    shares: { FL: 5, TX: 8, GA: 9, NC: 14 },
    prefix: 'U6',
    level: 1040,
    perMember: 1900,
    behind: 2,
    fileStem: 'Cigna_IFP_Active_Book',
    plans: {
      Bronze: ['Connect Bronze 7200', 'Connect Bronze CMS Standard'],
      Silver: ['Connect Silver 3800', 'Connect Silver CMS Standard'],
      Gold: ['Connect Gold 1400'],
    },
  },
  {
    id: 4,
    name: 'Florida Blue',
    code: 'FLB',
    aliases: ['Blue Cross and Blue Shield of Florida', 'BCBSFL', 'Health Options'],
    portalUrl: 'https://www.floridablue.com/agents',
    shares: { FL: 30 },
    prefix: 'H6',
    level: 1080,
    perMember: 1850,
    behind: 0,
    fileStem: 'FloridaBlue_Policies',
    plans: {
      'Expanded Bronze': ['BlueCare Bronze 24K02-30', 'myBlue Bronze 2119'],
      Silver: ['BlueCare Silver 24K03-20', 'myBlue Silver 2129', 'BlueSelect Silver 1443'],
      Gold: ['BlueOptions Gold 1505', 'myBlue Gold 2153'],
    },
  },
  {
    id: 5,
    name: 'Molina',
    code: 'MOL',
    aliases: ['Molina Healthcare', 'Molina Marketplace'],
    portalUrl: 'https://www.molinahealthcare.com/brokers',
    shares: { FL: 6, TX: 12 },
    prefix: 'HX',
    level: 950,
    perMember: 2150,
    behind: 0,
    fileStem: 'Molina_Member_Detail',
    plans: {
      'Expanded Bronze': ['Core Care Bronze 4'],
      Silver: ['Constant Care Silver 1', 'Silver 12', 'Constant Care Silver 7'],
      Gold: ['Constant Care Gold 1', 'Confident Care Gold 1'],
    },
  },
  {
    id: 6,
    name: 'Oscar',
    code: 'OSC',
    aliases: ['Oscar Health', 'Oscar Insurance Company'],
    portalUrl: 'https://business.hioscar.com',
    shares: { FL: 9, TX: 10, GA: 10, NC: 6 },
    prefix: 'OSC',
    level: 1010,
    perMember: 2000,
    behind: 0,
    fileStem: 'oscar-book-of-business',
    plans: {
      Bronze: ['Bronze Simple PCP Saver', 'Bronze Classic Standard'],
      Silver: ['Silver Simple PCP Saver CSR', 'Silver Classic Standard CSR'],
      Gold: ['Gold Classic Standard', 'Gold Elite Saver Plus'],
    },
  },
  {
    id: 7,
    name: 'UnitedHealthcare',
    code: 'UHC',
    aliases: ['UnitedHealthcare Individual & Family'],
    portalUrl: 'https://www.uhcjarvis.com',
    shares: { FL: 8, TX: 14, GA: 7, NC: 13 },
    prefix: '11',
    level: 1030,
    perMember: 2300,
    behind: 3,
    fileStem: 'UHC_Exchange_BOB',
    plans: {
      'Expanded Bronze': ['UHC Bronze Essential', 'UHC Bronze Value HSA'],
      Silver: ['UHC Silver Value ($0 Virtual Urgent Care)', 'UHC Silver Standard', 'UHC Silver Advantage'],
      Gold: ['UHC Gold Standard', 'UHC Gold Advantage'],
    },
  },
  {
    id: 8,
    name: 'Wellpoint',
    code: 'WLP',
    aliases: ['Amerigroup'],
    portalUrl: 'https://www.wellpoint.com',
    shares: {},
    prefix: 'WP',
    level: 980,
    perMember: 1800,
    behind: null,
    fileStem: 'wellpoint',
    plans: { Silver: ['Essential Silver 5500'] },
  },
  {
    id: 9,
    name: 'Aetna CVS Health',
    code: 'AET',
    aliases: ['Aetna', 'Aetna Health'],
    portalUrl: 'https://www.aetna.com/producer',
    shares: { FL: 4, TX: 7, GA: 9, NC: 7 },
    prefix: 'W2',
    level: 1060,
    perMember: 2000,
    behind: 1,
    fileStem: 'aetna_ifp_policy_list',
    plans: {
      'Expanded Bronze': ['Bronze S: Aetna network + $0 MinuteClinic'],
      Silver: ['Silver S: Aetna network + $0 MinuteClinic', 'Silver 10 HMO'],
      Gold: ['Gold 3 HMO + $0 Unlimited Telehealth'],
    },
  },
  {
    id: 10,
    name: 'Blue Cross and Blue Shield of Texas',
    code: 'BTX',
    aliases: ['BCBSTX', 'BCBS of Texas'],
    portalUrl: 'https://www.bcbstx.com/producer',
    shares: { TX: 19 },
    prefix: 'T8',
    level: 1070,
    perMember: 1500,
    behind: 0,
    fileStem: 'BCBSTX_BlueAccess_Members',
    plans: {
      Bronze: ['MyBlue Health Bronze 402', 'Blue Advantage Bronze HMO 301'],
      Silver: ['MyBlue Health Silver 405', 'Blue Advantage Silver HMO 205'],
      Gold: ['Blue Advantage Gold HMO 206'],
    },
  },
  {
    id: 11,
    name: 'Blue Cross NC',
    code: 'BNC',
    aliases: ['Blue Cross and Blue Shield of North Carolina', 'BCBSNC'],
    portalUrl: 'https://www.bluecrossnc.com/producers',
    shares: { NC: 34 },
    prefix: 'YPP',
    level: 1050,
    perMember: 1450,
    behind: 0,
    fileStem: 'bluecrossnc_enrollment',
    plans: {
      Bronze: ['Blue Home Bronze 7000', 'Blue Value Bronze 9200'],
      Silver: ['Blue Home Silver 5500', 'Blue Local Silver Standard'],
      Gold: ['Blue Value Gold 1500'],
    },
  },
  {
    id: 12,
    name: 'CareSource',
    code: 'CSR',
    aliases: ['CareSource Marketplace'],
    portalUrl: 'https://www.caresource.com/brokers',
    shares: { GA: 15, NC: 4 },
    prefix: 'CS4',
    level: 960,
    perMember: 1650,
    behind: 0,
    fileStem: 'CareSource Marketplace Policies',
    plans: {
      'Expanded Bronze': ['Marketplace Bronze First'],
      Silver: ['Marketplace Low Deductible Silver', 'Marketplace Standard Silver'],
      Gold: ['Marketplace Gold Core'],
    },
  },
]

/** HIOS ids by state, with which its plans on the sandbox exchange begin. */
export const issuerIdsOf = ({ name }: DemoCarrier): Partial<Record<DemoState, string>> =>
  sandboxIssuers.find((issuer) => issuer.name === name)?.ids ?? {}
