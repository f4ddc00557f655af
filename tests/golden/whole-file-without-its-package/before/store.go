package store

// Store is a map of strings.
type Store struct {
	data map[string]string
}

// New makes an empty store.
func New() *Store {
	return &Store{data: make(map[string]string)}
}

// Get returns the value of key.
func (s *Store) Get(key string) (string, bool) {
	v, ok := s.data[key]
	return v, ok
}

// Set stores value under key.
func (s *Store) Set(key, value string) {
	s.data[key] = value
}
