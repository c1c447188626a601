import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../access/current-user.ts'
import { useContactMethodChoices } from '../contact-methods/contact-method-fields.tsx'
import { EmergencySection } from '../emergency/emergency-section.tsx'
import { OwnBankAccountSection } from '../payouts/own-bank-account.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { OwnTaxYears } from '../tax-forms/own-tax-years.tsx'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhotoSection } from './photo-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** My Account: profile and sign-in settings. */
export function MyAccountPage() {
  const person = useCurrentUser()
  return (
    <>
      <PageHeader title="My Account" note={person?.emailaddress} />
      {person ? <PhotoSection name={person.name} /> : null}
      <OwnProfile person={person} />
      {person && person.agentId !== null && person.roles.includes('agent') ? (
        <>
          <OwnBankAccountSection />
          <OwnTaxYears />
        </>
      ) : null}
      <PasswordSection />
      <SignInSection />
      <SecondFactorPanel />
      <SessionsSection />
      <EmergencySection />
    </>
  )
}

/** The user's contact, or the reason why there is none (PROFILE-16). */
function OwnProfile({ person }: { person: CurrentUser | undefined }) {
  const id = person?.contactId ?? null
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    ...apiQuery(profile.one, { id: id ?? 0 }),
    enabled: id !== null,
    // Never cached, and not refetched while the user types.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const choices = useContactMethodChoices(data)
  const again = () => void refetch().then(() => setRound((rounds) => rounds + 1))
  if (person && id === null)
    return <FailedState title="User Not Loaded" why="Your account is not linked to a contact yet." retry={again} />
  if (error) return <FailedState title="User Not Loaded" why={failureMessage(error)} retry={again} />
  if (!data || !choices) return <ProfileSkeleton />
  return <ProfileForm key={round} stored={data} choices={choices} onReload={again} />
}

function ProfileSkeleton() {
  return (
    <div aria-busy>
      {['Name', 'Emails', 'Phones', 'Addresses'].map((title) => (
        <FormSection key={title} title={title}>
          <SkeletonBar width="60%" height={16} />
          <SkeletonBar width="80%" height={36} />
        </FormSection>
      ))}
    </div>
  )
}
