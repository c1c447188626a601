import type { Route } from '@coverdesk/domain/platform/route.ts'

/**
 * What somebody who may make the call is answered, by whose object it names. `others` is for what belongs to another
 * person, and `seesAll` for those who see everybody's records anyway; where it is not said, objects belong to nobody or
 * the call is there for others' objects.
 */
export interface RouteOutcome {
  own: number
  others?: number
  seesAll?: number
  /** A claim that lets see everybody's records, beside the role of an administrator. */
  allWith?: string
  missing?: number
}

const done: RouteOutcome = { own: 200 }
/** Any object of the installation: nobody's in particular. */
const common: RouteOutcome = { own: 200, missing: 404 }
/** A user, looked after by the security administrator: oneself and others alike. */
const anyUser: RouteOutcome = { own: 200, others: 200, missing: 404 }
/** The same answer whether there is such a thing or not. */
const alike: RouteOutcome = { own: 200, missing: 200 }

/** A record of one agent, seen by those who see that agent's. */
const ofOneAgent: RouteOutcome = { own: 200, others: 404, seesAll: 200, missing: 404 }

/** Each route by method and path. A route without a row is no route yet: `npm run generate` and the tests refuse it. */
const outcomes: Record<string, RouteOutcome> = {
  'GET /api/Configuration': done,
  'GET /api/Preferences': done,
  'PUT /api/Preferences/{screen}': done,
  'POST /identity/login': { own: 200, missing: 401 },
  'POST /identity/logout': done,
  'GET /identity/logout': done,
  'GET /api/CurrentUser': done,
  'POST /identity/forgot': alike,
  'GET /identity/forgot/{user}': alike,
  'POST /identity/reset': { own: 200, missing: 400 },
  'POST /identity/register': done,
  'POST /identity/resetByAdmin': anyUser,
  'GET /api/Carriers': done,
  'GET /api/Notes/{entityId}/{entityMetadataId}': {
    own: 200,
    others: 404,
    seesAll: 200,
    allWith: 'admin.OfflineApp',
    missing: 404,
  },
  'POST /api/Notes': { own: 200, others: 404, seesAll: 200, allWith: 'admin.OfflineApp', missing: 404 },
  'GET /api/Notes/{noteId}': { own: 200, others: 404, seesAll: 200, allWith: 'admin.OfflineApp', missing: 404 },
  'POST /api/Bulk/preview': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Bulk': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Bulk/{kind}': done,
  'POST /api/Bulk/{id}/undo': { own: 200, missing: 404 },
  'GET /api/Lead': done,
  'GET /api/Lead/{id}': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'PUT /api/Lead/{id}': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Lead/{id}/disposition': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Lead/{id}/history': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Lead/upload': done,
  'POST /api/Lead/upload/{batchId}/undo': common,
  'GET /api/Countries': done,
  'GET /api/States': alike,
  'GET /api/Counties': alike,
  'GET /api/Cities': alike,
  'GET /api/ZipCodes/{zip}': alike,
  'GET /api/Statuses': done,
  'GET /api/Purposes': done,
  'GET /api/TypeGeneric/{typeId}': alike,
  'GET /api/Agent/simplified': done,
  'GET /api/Agent': done,
  'GET /api/Agent/{id}': common,
  'GET /api/Agent/{id}/history': common,
  'PUT /api/Agent': common,
  'GET /api/Agent/{id}/authority': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Rates': done,
  'POST /api/Rates': common,
  'PUT /api/Rates/{id}': common,
  'GET /api/Rates/{id}/history': common,
  'GET /api/Policies': done,
  'GET /api/Policies/detail/{id}': ofOneAgent,
  'GET /api/Policies/summaries': done,
  'GET /api/Customer': done,
  'GET /api/Customer/CustomerView': done,
  'GET /api/Customer/agents': done,
  'GET /api/Customer/{id}': ofOneAgent,
  'POST /api/Customer': done,
  'PUT /api/Customer/{id}': ofOneAgent,
  'GET /api/Customer/{id}/status': ofOneAgent,
  'POST /api/Customer/{id}/status': ofOneAgent,
  'GET /api/Customer/{id}/history': ofOneAgent,
  'GET /api/Customer/{id}/everything': ofOneAgent,
  'GET /api/UploadPolicies': done,
  'POST /api/UploadPolicies/UploadPolicyCSV': common,
  'POST /api/UploadPolicies/check': common,
  'GET /api/UploadPolicies/runs/{runId}': common,
  'GET /api/UploadPolicies/runs': done,
  'POST /api/UploadPolicies/runs/{runId}/stop': common,
  'GET /api/UploadPolicies/runs/{runId}/rows': common,
  'GET /api/UploadPolicies/runs/{runId}/refusals': common,
  'GET /api/UploadPolicies/batches': done,
  'GET /api/UploadPolicies/batches/{batchId}/refusals': common,
  'POST /api/UploadPolicies/batches/{batchId}/undo': common,
  'GET /api/CarrierProfiles/{carrierId}': common,
  'PUT /api/CarrierProfiles/{carrierId}': common,
  'GET /api/UserManage': done,
  'GET /api/UserManage/Roles': done,
  'GET /api/UserManage/{id}': anyUser,
  'PUT /api/UserManage/{id}': anyUser,
  'PUT /api/UserManage/{id}/link': anyUser,
  'GET /api/UserManage/contacts': done,
  'GET /api/UserManage/agents': done,
  'GET /api/UserManage/{id}/visibility': anyUser,
  'PUT /api/UserManage/{id}/visibility': anyUser,
  'POST /api/UserManage/{id}/visibility/preview': anyUser,
  'DELETE /api/UserManage/{id}/secondFactor': { own: 403, others: 200, missing: 404 },
  'GET /api/Contacts/{id}': { own: 200, others: 404, missing: 404 },
  'GET /api/Search': done,
  'GET /api/Contacts': done,
  'GET /api/Contacts/simplified': done,
  'GET /api/Contacts/duplicates': done,
  'GET /api/Contacts/{id}/duplicates': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Contacts/{id}/apart': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Contacts/{id}/merge': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Contacts/{id}/merge': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Contacts/{id}/merges': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'POST /api/Contacts/merges/{mergeId}/undo': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'GET /api/Contacts/{id}/details': { own: 200, others: 404, seesAll: 200, missing: 404 },
  'PUT /api/Contacts/{id}': { own: 200, others: 403, missing: 403 },
  'GET /api/user/photo': { own: 204 },
  'POST /api/user/photo': done,
  'DELETE /api/user/photo': done,
  'GET /api/user/sessions': done,
  'DELETE /api/user/sessions/{id}': { own: 200, others: 404, missing: 404 },
  'DELETE /api/user/sessions': done,
  'GET /api/user/sign-in': done,
  'PUT /api/user/sign-in': done,
  'POST /api/user/password': done,
  'GET /api/Outbox': done,
  'GET /api/Outbox/{id}': common,
  'POST /identity/2fa/send': { own: 200, missing: 401 },
  'GET /identity/2fa/send': { own: 200, missing: 401 },
  'POST /identity/2fa/validate': { own: 200, missing: 401 },
  'GET /identity/2fa/validate': { own: 200, missing: 401 },
  'GET /api/user/secondFactor': done,
  'POST /api/user/secondFactor/begin': done,
  'POST /api/user/secondFactor/confirm': done,
  'POST /api/user/secondFactor/turnOff': done,
  'POST /api/user/secondFactor/recoveryCodes': done,
  'PUT /api/user/secondFactor/codes': done,
  'GET /api/OfflineApp': done,
  'POST /api/OfflineApp': done,
  'GET /api/OfflineApp/draft': { own: 204 },
  'PUT /api/OfflineApp/draft': done,
  'DELETE /api/OfflineApp/draft': done,
  'POST /api/OfflineApp/find': alike,
  'GET /api/OfflineApp/{id}': { own: 200, others: 404, seesAll: 200, allWith: 'admin.OfflineApp', missing: 404 },
  'PUT /api/OfflineApp/{id}/processed': anyUser,
  'PUT /api/OfflineApp/{id}/hold': anyUser,
  'POST /api/OfflineApp/{id}/reveal': anyUser,
}

/** 'GET /api/Policies': what a route is called in the tables about routes. */
export const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** The row of a route; throws and says what to do when there is none. */
export function outcomeOf(route: Route): RouteOutcome {
  const outcome = outcomes[nameOf(route)]
  if (!outcome)
    throw new Error(
      `${nameOf(route)} has no row in the access matrix: add it to server/src/access-matrix/route-outcomes.ts, and an example input to route-examples.ts beside it.`,
    )
  return outcome
}

/** Rows that belong to no route any more. */
export function rowsWithoutRoute(routes: readonly Route[]): string[] {
  const known = new Set(routes.map(nameOf))
  return Object.keys(outcomes).filter((name) => !known.has(name))
}
