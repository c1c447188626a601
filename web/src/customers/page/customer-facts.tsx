import { addressInWords } from '@coverdesk/domain/contacts/contact-methods.ts'
import type { CustomerDetail } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerLabels } from '@coverdesk/domain/customers/customer-fields.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { PersonPage } from '@coverdesk/domain/person/person-contract.ts'
import { Button } from '@mantine/core'
import { IconBan, IconEdit } from '@tabler/icons-react'
import { CallLink } from '../../telephony/call-link.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { EmailText } from '../../ui/basics/email-text.tsx'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { DefinitionGrid } from '../../ui/page/definition-grid.tsx'
import { icon } from '../customer-actions.tsx'
import { citizenWord, doNotContact, sexWords } from '../customer-words.ts'
import css from './customer-page.module.css'

interface CustomerFactsProps {
  customer: CustomerDetail
  person: PersonPage
  onEditContactMethods(): void
}

/** Personal details and contact methods. */
export function CustomerFacts({ customer, person, onEditContactMethods }: CustomerFactsProps) {
  const size = usePhone() ? 'xl' : 'xs'
  const { dob, sex, usCitizen, languageSpk, languageMail, agentName, createdBy } = customer
  return (
    <>
      {customer.statusId === doNotContact ? (
        <p className={css.refuses}>
          <IconBan size={16} stroke={1.75} aria-hidden />
          Do not contact.
        </p>
      ) : null}
      <section className={css.section} aria-label="Facts">
        <DefinitionGrid
          facts={[
            { label: customerLabels.dob, value: showDate(dob) },
            { label: customerLabels.sex, value: sex && sexWords[sex] },
            { label: customerLabels.usCitizen, value: citizenWord(usCitizen) },
            { label: customerLabels.agentId, value: agentName },
            // Short labels: the form's labels take two lines in this column.
            { label: 'Speaks', value: languageSpk },
            { label: 'Mailing', value: languageMail },
            ...(createdBy === null ? [] : [{ label: 'Created by', value: createdBy }]),
          ]}
        />
      </section>
      <section className={css.section} aria-label="Contact methods">
        <div className={css.ways}>
          <ContactMethodList
            title="Phones"
            none="No phone"
            entries={person.phones.map(({ phone, purposes }) => ({
              text: showPhone(phone),
              phone,
              purposes,
              note: warningOf(person, phone),
            }))}
          />
          <ContactMethodList
            title="Emails"
            none="No email"
            entries={person.emails.map(({ email, purposes }) => ({
              text: email,
              href: `mailto:${encodeURIComponent(email)}`,
              purposes,
              note: warningOf(person, email),
            }))}
          />
          <ContactMethodList
            title="Addresses"
            none="No address"
            entries={person.addresses.map((entry) => ({
              text: addressInWords(entry),
              purposes: entry.purposes,
              note: entry.address === '' ? 'The street is missing' : undefined,
            }))}
          />
        </div>
        <Button
          className={css.editWays}
          size={size}
          variant="subtle"
          leftSection={<IconEdit {...icon} />}
          onClick={onEditContactMethods}
        >
          Edit contact methods
        </Button>
      </section>
    </>
  )
}

/** Why an exchange should not send a code to this email or phone. */
function warningOf({ contactWarnings }: PersonPage, contact: string): string | undefined {
  const warning = contactWarnings.find((candidate) => candidate.contact === contact)
  if (!warning) return undefined
  if (warning.ofAgency) return "an agent's or the agency's: not for codes to the client"
  return `the same for ${showCount(warning.clients)} clients`
}

interface WaysProps {
  title: string
  none: string
  entries: readonly {
    text: string
    href?: string
    phone?: string
    purposes: readonly string[]
    note?: string | undefined
  }[]
}

function ContactMethodList({ title, none, entries }: WaysProps) {
  return (
    <div>
      <h2 className={css.way}>{title}</h2>
      {entries.length === 0 ? <p className={css.quiet}>{none}</p> : null}
      <ul>
        {entries.map(({ text, href, phone, purposes, note }) => (
          <li key={text}>
            {phone ? (
              <CallLink phone={phone}>{text}</CallLink>
            ) : href ? (
              <a href={href}>
                <EmailText>{text}</EmailText>
              </a>
            ) : (
              text
            )}
            {purposes.length > 0 ? <span>{purposes.join(', ')}</span> : null}
            {note ? <span>{note}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
