import type { EdeStep } from '@coverdesk/domain/ede/ede-answers.ts'
import type { EdeApplication } from '@coverdesk/domain/ede/ede-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { Button } from '@mantine/core'
import { IconClipboardList, IconPhone, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import { InventedChoice } from '../marketplace/invented-plan.tsx'
import { useLanguage } from '../platform/page/reader-language.ts'
import { initialsOf } from './initials.ts'
import { useEdeTexts } from './use-ede-texts.ts'
import css from './wizard.module.css'

/** At the right of a wide screen: what is entered so far, why the step asks, and the agent of a client. */
export function WizardHelp({ application, step }: { application: EdeApplication; step: EdeStep }) {
  const texts = useEdeTexts()
  const language = useLanguage()
  const { answers, planYear, agentName, agentNpn, agentPhone, isClient } = application
  const { people } = answers.household
  const applying = people.filter(({ applies }) => applies === 'yes').length
  return (
    <aside className={css.help} aria-label={texts.whyWeAsk}>
      <section>
        <h2>{texts.soFar}</h2>
        <p>
          <IconUsers size={16} stroke={1.75} aria-hidden />
          {texts.householdOf(String(people.length))}
        </p>
        {applying > 0 ? (
          <p>
            <IconShieldCheck size={16} stroke={1.75} aria-hidden />
            {texts.apply(applying)}
          </p>
        ) : null}
        {answers.plan ? (
          <p>
            <IconClipboardList size={16} stroke={1.75} aria-hidden />
            {texts.chosenPlan(answers.plan.name)}
            <InventedChoice planId={answers.plan.id} year={planYear} language={language} />
          </p>
        ) : null}
      </section>
      <section>
        <h2>{texts.whyWeAsk}</h2>
        <p>{texts.whys[step]}</p>
      </section>
      {isClient && agentName ? (
        <section>
          <h2>{texts.yourAgent}</h2>
          <div className={css.agent}>
            <span className={css.initials} aria-hidden>
              {initialsOf(agentName)}
            </span>
            <div>
              {agentName}
              <small>{[agentNpn && `NPN ${agentNpn}`, showPhone(agentPhone)].filter(Boolean).join(', ')}</small>
            </div>
            {agentPhone ? (
              <Button
                component="a"
                href={`tel:${agentPhone}`}
                leftSection={<IconPhone size={16} stroke={1.75} aria-hidden />}
              >
                {texts.call}
              </Button>
            ) : null}
          </div>
        </section>
      ) : null}
    </aside>
  )
}
