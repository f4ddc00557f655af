x = 1
token = "ghp_Cd2Cd2Cd2Cd2Cd2Cd2Cd2Cd2Cd2Cd2Cd2Cd2"
