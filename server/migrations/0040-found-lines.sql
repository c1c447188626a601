-- A few letters of a policy number stand in half a million lines: found through their policies, as 0037 had it, they took
-- ten seconds. The lines have their own index, from which members and money are summed up, too.
drop index commission_lines_unmatched_number;
create index commission_lines_number on commission_lines (plain_text(policy_number) collate "C")
  include (policy_number, agent_id, members, amount);

-- Tracking is read in the order of numbers whatever the year; an agent's in the same order.
drop index commission_tracks_number;
create index commission_tracks_number on commission_tracks (plain_text(policy_number) collate "C", id);
drop index commission_tracks_agent;
create index commission_tracks_agent on commission_tracks (agent_id, plain_text(policy_number) collate "C", id);
create index commission_tracks_narrow on commission_tracks (year, agent_id, carrier_id);
