import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seenRecords } from './visibility.ts'

const agent = { roles: ['agent'], hasFullAgentAccess: false, ownAgentId: 7, entries: [] }

describe('who sees whose records', () => {
  test('ACCESS-34 full agent access sees all, without it only what visibility opens', () => {
    expect(seenRecords({ ...agent, hasFullAgentAccess: true }, 'Policy')).toEqual({ all: true })
    expect(seenRecords(agent, 'Policy')).toEqual({ all: false, agentIds: [7] })
  })

  test('ACCESS-33 __all__ means all agents, all areas, or both', () => {
    const entries = [{ agent_id: '__all__', resource_id: 'Policy' }]
    expect(seenRecords({ ...agent, entries }, 'Policy')).toEqual({ all: true })
    expect(seenRecords({ ...agent, entries }, 'Lead')).toEqual({ all: false, agentIds: [7] })
    expect(seenRecords({ ...agent, entries: [{ agent_id: '9', resource_id: '__all__' }] }, 'Lead')).toEqual({
      all: false,
      agentIds: [7, 9],
    })
  })

  test('ACCESS-32 own records stay visible beside rules until a rule hides them, except those that users create themselves', () => {
    const with9 = { agent_id: '9', resource_id: 'Policy' }
    const notOwn = (resource_id: string) => ({ agent_id: '__not_own__', resource_id })
    const seen = (area: 'Policy' | 'Lead' | 'PTO', ...entries: { agent_id: string; resource_id: string }[]) =>
      seenRecords({ ...agent, entries }, area)
    expect(seen('Policy', with9)).toEqual({ all: false, agentIds: [7, 9] })
    expect(seen('Policy', with9, notOwn('Policy'))).toEqual({ all: false, agentIds: [9] })
    expect(seen('Lead', with9, notOwn('Policy'))).toEqual({ all: false, agentIds: [7] })
    expect(seen('Lead', notOwn('__all__'))).toEqual({ all: false, agentIds: [] })
    expect(seen('PTO', notOwn('__all__'))).toEqual({ all: false, agentIds: [7] })
  })

  test('P-29 whatever an entry holds, only __all__ said outright opens everything', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'null', '0', '-1', 'all', '__ALL__', '__all', 'NaN', '1e99', ' '),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ agent_id: word, resource_id: word }), { minLength: 1 }), (entries) => {
        const hit = entries.some(
          (entry) => entry.agent_id === '__all__' && ['Policy', '__all__'].includes(entry.resource_id),
        )
        expect(seenRecords({ ...agent, entries }, 'Policy').all).toBe(hit)
      }),
    )
  })

  test('P-29 a person without agent, entries or access sees nothing', () => {
    expect(seenRecords({ ...agent, ownAgentId: null }, 'Policy')).toEqual({ all: false, agentIds: [] })
  })
})
