def test_escape():
    assert escape(AMPERSAND) == "&amp;x"
    assert escape(LESS) == "&lt;" and ok & True
