ALTER TABLE caller_voice_agents
  -- Who leads its calls: the script's phrases, or a language model.
  ADD COLUMN conversation text NOT NULL DEFAULT 'script' CHECK (conversation IN ('script', 'language_model')),
  -- What the model is told besides the script.
  ADD COLUMN instructions text,
  ADD COLUMN announces_ai boolean NOT NULL DEFAULT true,
  ADD COLUMN max_replies integer NOT NULL DEFAULT 30 CHECK (max_replies BETWEEN 1 AND 60),
  -- Most that the replies of one call may cost, in credits.
  ADD COLUMN max_reply_credits integer NOT NULL DEFAULT 40 CHECK (max_reply_credits BETWEEN 1 AND 500);
ALTER TABLE caller_calls
  ADD COLUMN led_by text CHECK (led_by IN ('script', 'language_model')),
  -- Why the script leads although the agent wanted a model.
  ADD COLUMN fallback_reason text,
  -- Provider and model of the latest reply.
  ADD COLUMN model text,
  ADD COLUMN model_replies integer NOT NULL DEFAULT 0,
  ADD COLUMN model_hundredths bigint NOT NULL DEFAULT 0 CHECK (model_hundredths >= 0),
  -- {text, actions, createdAt} of the latest summary.
  ADD COLUMN summary jsonb;
