import { resources } from '@coverdesk/domain/access/rights.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFieldArray } from 'react-hook-form'
import { SelectField } from '../../ui/fields/choice-fields.tsx'
import type { LoadedUser } from '../loaded-user.tsx'
import { searchAgents } from '../user-choices.ts'
import type { RulesForm } from './rules-form.ts'
import css from './visibility.module.css'
import { allAgents, allAreas, noOwnRecords, ownRecords } from './visibility-words.ts'

const areas = { choices: [allAreas, ...resources.map((resource) => ({ value: resource, label: resource }))] }

const words = [allAgents, noOwnRecords]

interface Props {
  /** Stored rules, with agent names. */
  stored: LoadedUser['rules']
  person: LoadedUser['user']
}

/** Rules as rows of agent and area, below what is visible without any. */
export function VisibilityRuleRows({ stored, person }: Props) {
  const { fields, append, remove } = useFieldArray<RulesForm, 'rules'>({ name: 'rules' })
  const agents = useMemo(() => {
    const names = new Map(stored.map(({ agentId, agentName }) => [agentId, agentName]))
    return {
      search: async (typed: string) => [...words.filter((word) => fits(word, typed)), ...(await searchAgents(typed))],
      nameOf: (id: string) => words.find(({ value }) => value === id)?.label ?? names.get(id) ?? undefined,
    }
  }, [stored])
  return (
    <fieldset className={css.rules} aria-label="Visibility rules">
      <p className={css.none}>
        {fields.length > 0 ? null : <strong>No rules. </strong>}
        {ownRecords(person)} Rules add to {person.agentName === null ? 'this' : 'them'}
        {person.agentName === null ? '.' : ", unless a rule 'Not their own records' hides them."}
      </p>
      {fields.map((rule, index) => (
        <div key={rule.id} className={css.rule}>
          <SelectField<RulesForm> name={`rules.${index}.agentId`} label="Agent" source={agents} />
          <SelectField<RulesForm> name={`rules.${index}.resourceId`} label="Area" source={areas} />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={`Remove rule ${index + 1}`}
            title="Remove"
            onClick={() => remove(index)}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        className={css.add}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() =>
          append(
            { agentId: '', resourceId: allAreas.value },
            { shouldFocus: true, focusName: `rules.${fields.length}.agentId` },
          )
        }
      >
        Add rule
      </Button>
    </fieldset>
  )
}

function fits({ label }: { label: string }, typed: string): boolean {
  return label.toLowerCase().includes(typed.trim().toLowerCase())
}
