-- Pages of the list of policies are kept until its version moves, and show the names of agents and carriers too.
create trigger agents_touch_policies after update or delete or truncate on agents
  for each statement execute function note_list_touch('policies');
create trigger carriers_touch_policies after update or delete or truncate on carriers
  for each statement execute function note_list_touch('policies');
