// The page's behaviour.
