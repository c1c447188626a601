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
import { allAgents, allAreas, withoutRules } from './visibility-words.ts'

const areas = { choices: [allAreas, ...resources.map((resource) => ({ value: resource, label: resource }))] }

interface Props {
  /** Stored rules, with agent names. */
  stored: LoadedUser['rules']
  person: LoadedUser['user']
}

/** Rules as rows of agent and area; without rules it shows the default. */
export function VisibilityRuleRows({ stored, person }: Props) {
  const { fields, append, remove } = useFieldArray<RulesForm, 'rules'>({ name: 'rules' })
  const agents = useMemo(() => {
    const names = new Map(stored.map(({ agentId, agentName }) => [agentId, agentName]))
    return {
      search: async (typed: string) => [...(fitsAll(typed) ? [allAgents] : []), ...(await searchAgents(typed))],
      nameOf: (id: string) => (id === allAgents.value ? allAgents.label : (names.get(id) ?? undefined)),
    }
  }, [stored])
  return (
    <fieldset className={css.rules} aria-label="Visibility rules">
      {fields.length > 0 ? null : (
        <p className={css.none}>
          <strong>No rules.</strong> {withoutRules(person)}
        </p>
      )}
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

function fitsAll(typed: string): boolean {
  return allAgents.label.toLowerCase().includes(typed.trim().toLowerCase())
}
