-- Each user's last sign-in, which outlasts the sessions that retention deletes.
alter table users add column last_sign_in_at timestamptz;
update users u set last_sign_in_at = s.at
from (select user_id, max(created_at) as at from sessions group by user_id) s
where s.user_id = u.id;
