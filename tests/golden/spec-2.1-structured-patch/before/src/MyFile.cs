class MyFile {
    public void OldMethod() {
        _adminLogger.Trace("[OldTag]");
    }
}
