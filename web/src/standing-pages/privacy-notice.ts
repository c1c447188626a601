import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { Brand } from '@coverdesk/domain/shell/shell-contract.ts'

export interface PrivacySection {
  heading: string
  paragraphs: readonly string[]
}

/** Effective date of the notice (CONSUMER-07). */
export const effectiveDate = '3/13/2025'

/** The privacy notice in its 14 sections (CONSUMER-08, A-024), in the name of the current brand. */
export function privacyNotice({ name, phone, email }: Brand): PrivacySection[] {
  return [
    {
      heading: 'Your privacy choices',
      paragraphs: [
        `This notice says what ${name} collects about you, what it is used for, and what you can decide. You may ask us at any time what we hold about you, have it corrected, and have it deleted where no law obliges us to keep it.`,
        'You can use the public pages without telling us who you are. We do not sell personal information.',
      ],
    },
    {
      heading: 'Limiting use to health insurance purposes',
      paragraphs: [
        'What you tell us is used to find, apply for, enroll in and service health coverage for you and your household, to check eligibility with the marketplace, and to meet the duties that the law puts on agents. It is not used for anything else without your consent.',
        'We share it only with the marketplace, the carriers you choose and the companies that run our systems, each bound to use it for the same purposes.',
      ],
    },
    {
      heading: 'Email',
      paragraphs: [
        'If you give us your email address, we write to you about your application, your coverage and your account. Offers come only if you agreed to them, and each has a link with which you end them.',
        'Please do not send Social Security numbers or health details by email; use the portal or call us.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'The portal keeps what it needs to work in your browser: who is signed in, and how you like your lists. It sets no advertising cookies and loads nothing from advertising networks.',
        'You can remove what is stored in the settings of your browser; you will then have to sign in again.',
      ],
    },
    {
      heading: 'Opting out of advertising',
      paragraphs: [
        'We show no third-party advertising here. If you see an advertisement of ours elsewhere, you can opt out of interest-based advertising with the company that showed it, or through the industry pages of the Digital Advertising Alliance and the Network Advertising Initiative.',
      ],
    },
    {
      heading: 'Do Not Track',
      paragraphs: [
        'Some browsers send a Do Not Track signal. We do not follow you across other sites, so the pages behave the same with and without it.',
      ],
    },
    {
      heading: 'Text alerts',
      paragraphs: [
        'If you agree to text messages, we send reminders and codes to the number you gave. How many depends on what you ask for; your mobile company may charge for them.',
        'Reply STOP to any message to end them, or HELP for help. Consent to text messages is not a condition for buying anything, and your number is not given to others for their marketing.',
      ],
    },
    {
      heading: 'Keeping your information up to date',
      paragraphs: [
        'Coverage and tax credits depend on correct information. Tell your agent, or write or call us, when your address, household or income changes; we then also tell the marketplace and your carrier where that is needed.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'Information travels encrypted, particularly sensitive fields are stored encrypted, and people here see only what their work requires. What is opened and changed is recorded.',
        'No system is perfectly safe. If something happens to your information, we tell you and the authorities as the law requires.',
      ],
    },
    {
      heading: 'Children under 18',
      paragraphs: [
        'These pages are for adults of 18 years or more. Information about children comes from a parent or guardian who applies for their coverage; if a child sent us something directly, tell us and we delete it.',
      ],
    },
    {
      heading: 'Links to other sites',
      paragraphs: [
        'Links lead to sites of carriers, the marketplace and others. Their own privacy notices hold there, and we are not responsible for what those sites do.',
      ],
    },
    {
      heading: 'Visitors from other countries',
      paragraphs: [
        'We serve people in the United States, and information is stored and used in the United States. If you write to us from another country, you agree to that.',
      ],
    },
    {
      heading: 'Changes of this notice',
      paragraphs: [
        'When this notice changes, the new text appears here with its effective date. If a change matters for how information you already gave is used, we tell you beforehand.',
      ],
    },
    {
      heading: 'How to contact us',
      paragraphs: [`Questions and requests about your information: ${contactSentence({ phone, email })}`],
    },
  ]
}

function contactSentence({ phone, email }: Pick<Brand, 'phone' | 'email'>): string {
  const ways = [phone && `call ${showPhone(phone.replace(/^\+1/, ''))}`, email && `write to ${email}`].filter(Boolean)
  return ways.length > 0 ? `${ways.join(' or ')}.` : 'ask your agent.'
}
