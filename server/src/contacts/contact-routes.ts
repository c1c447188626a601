import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { contactMerges } from '@coverdesk/domain/contacts/merge-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { parseSearchTerm } from '../platform/search/search-term.ts'
import { contactExport } from './contact-list.ts'
import { canSeeContact, findContactDetails } from './contact-queries.ts'
import { duplicatesOf, listPairs, tellApart } from './duplicate-queries.ts'
import { findContacts, firstContacts } from './find-contacts.ts'
import { mergeContacts, previewMerge } from './merge/merge-contacts.ts'
import { mergesInto, undoMerge } from './merge/undo-merge.ts'

const maxChoices = 50

export function contactRoutes(on: Bind): void {
  on(contacts.list, (call, query) => listOrExport(call, contactExport, query, call.user.visibility('Customer')))
  on(contacts.simplified, ({ db, user, now }, { q }) => {
    const [term, visibility] = [parseSearchTerm(q, todayIn(now)), user.visibility('Customer')]
    return term ? findContacts(db, visibility, term, maxChoices) : firstContacts(db, visibility, maxChoices)
  })
  on(contacts.details, async ({ db, user }, { id }) => {
    return (await findContactDetails(db, user.visibility('Customer'), id)) ?? fail('contact.not_found')
  })
  on(contactMerges.pairs, listPairs)
  on(contactMerges.duplicates, ({ db, user }, { id }) => duplicatesOf(db, user.visibility('Customer'), id))
  on(contactMerges.tellApart, tellApart)
  on(contactMerges.preview, previewMerge)
  on(contactMerges.merge, mergeContacts)
  on(contactMerges.merges, async ({ db, user }, { id }) => {
    const visibility = user.visibility('Customer')
    return (await canSeeContact(db, visibility, id)) ? await mergesInto(db, visibility, id) : fail('contact.not_found')
  })
  on(contactMerges.undo, undoMerge)
}
