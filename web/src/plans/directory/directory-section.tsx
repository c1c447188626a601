import type { DrugAnswer, ProviderAnswer } from '@coverdesk/domain/plans/directory-contract.ts'
import type { PlanDetail } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import css from './directory.module.css'
import { type DirectoryTexts, tierInWords, useDirectoryTexts } from './directory-texts.ts'
import { useDirectory } from './use-directory.ts'

const tones = { covered: 'green', generic: 'amber', 'not-covered': 'red', unknown: 'grey' } as const

/** Each chosen doctor and drug with the plan's answer; nothing while none is chosen. `table` draws it as the page's tables. */
export function DirectorySection({
  plan,
  of,
  table,
}: {
  plan: PlanDetail
  of: string
  table(title: string, heads: string[], rows: ReactNode, note: ReactNode): ReactNode
}) {
  const texts = useDirectoryTexts()
  const directory = useDirectory(of, plan, [plan.id])
  if (!directory.any) return null
  const answers = directory.answers?.get(plan.id)
  const names = new Map([...directory.chosen.providers, ...directory.chosen.drugs].map(({ id, name }) => [id, name]))
  const row = (id: string, answer: ProviderAnswer['answer'], words: string, conditions: readonly string[]) => (
    <tr key={id}>
      <th scope="row">{names.get(id)}</th>
      <td>
        <StatusPill tone={tones[answer]}>{words}</StatusPill> {conditions.join(', ')}
      </td>
    </tr>
  )
  const note = directory.failed ? (
    <>
      {texts.failed}{' '}
      <Button variant="subtle" size="compact-sm" onClick={directory.retry}>
        {texts.retry}
      </Button>
    </>
  ) : answers ? (
    texts.asPublished
  ) : (
    texts.checking
  )
  return table(
    texts.title,
    [texts.name, texts.inThisPlan],
    <>
      {answers?.providers.map((one) => row(one.id, one.answer, texts.doctorAnswers[one.answer], ofDoctor(one, texts)))}
      {answers?.drugs.map((one) => row(one.id, one.answer, texts.drugAnswers[one.answer], ofDrug(one, texts)))}
    </>,
    <span className={css.note}>{note}</span>,
  )
}

function ofDoctor({ answer, tier, accepting }: ProviderAnswer, texts: DirectoryTexts): string[] {
  if (answer !== 'covered') return []
  return [
    ...(tier ? [tierInWords(tier, texts)] : []),
    ...(accepting === 'not accepting' ? [texts.notAccepting] : []),
    ...(accepting === 'accepting in some locations' ? [texts.someLocations] : []),
  ]
}

function ofDrug(drug: DrugAnswer, texts: DirectoryTexts): string[] {
  if (drug.answer !== 'covered') return []
  return [
    ...(drug.tier ? [tierInWords(drug.tier, texts)] : []),
    ...(['priorAuthorization', 'stepTherapy', 'quantityLimit'] as const).flatMap((name) =>
      drug[name] ? [texts[name]] : [],
    ),
  ]
}
