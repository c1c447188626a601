-- Visibility rules add to a user's own records; a rule '__not_own__' hides those (decision 102). Existing rules stay as they
-- are: no one has chosen to hide a user's own records, so they are visible again.
alter table user_visibility drop constraint user_visibility_agent;
alter table user_visibility add constraint user_visibility_agent
  check (agent_id in ('__all__', '__not_own__') or agent_id ~ '^\d+$');
