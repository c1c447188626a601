import { removeLeftFolders } from '@coverdesk/server/src/testing/test-folder.ts'
import type { FullConfig } from '@playwright/test'
import { inDatabase } from './database.ts'
import { runFolderPrefix } from './run-folder-prefix.ts'
import { demoUsers } from './test-fixtures.ts'

const people = demoUsers.map((person) => `'${person}@demo.test'`).join()

/**
 * Removes folders of killed runs, and copies the demo's users for each worker, such as `agent-w0@demo.test`: a sign-in ends
 * the user's older session, and tests run in parallel. A copy has the rights of the original and another contact; an agent's
 * copy takes over a demo agent with some hundred policies, whose own user loses its contact.
 */
export default async function copyDemoUsers({ workers }: FullConfig): Promise<void> {
  await removeLeftFolders(runFolderPrefix)
  await inDatabase(async (connection) => {
    await connection.query(`
      do $$
      declare
        original record;
        copy bigint;
      begin
        for original in
          select u.*, c.first_name, c.middle_name, c.last_name, worker, a.id is not null as is_agent,
            split_part(u.user_name, '@', 1) || '-w' || worker || '@demo.test' as copy_name
          from users u join contacts c on c.id = u.contact_id left join agents a on a.contact_id = c.id
          cross join generate_series(0, ${workers - 1}) as worker
          where u.user_name in (${people})
        loop
          if original.is_agent then
            select a.contact_id into copy from agents a join policies p on p.agent_id = a.id
            where a.login_email not like '%@demo.test' group by a.id having count(*) between 200 and 1500
            order by a.id offset original.worker limit 1;
            -- A contact has at most one user, so the agent's own user gives it up.
            update users set contact_id = null where contact_id = copy;
          else
            insert into contacts (first_name, middle_name, last_name)
            values (original.first_name, original.middle_name, original.last_name) returning id into copy;
            insert into contact_emails (contact_id, email) values (copy, original.copy_name);
          end if;
          insert into users (user_name, email, contact_id, password_hash, roles, claims, has_full_agent_access,
            application_id, type_id, org)
          values (original.copy_name, original.copy_name, copy, original.password_hash, original.roles, original.claims,
            original.has_full_agent_access, original.application_id, original.type_id, original.org);
        end loop;
      end $$`)
  })
}
